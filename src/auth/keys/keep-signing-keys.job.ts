import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { SigningKeyRotation } from './signing-key-rotation.service.js';

@Injectable()
@Recurring('auth/keep-signing-keys', { everySeconds: 3_600 })
export class KeepSigningKeys extends JobHandler {
  constructor(private readonly rotation: SigningKeyRotation) {
    super();
  }

  perform(): Promise<void> {
    return this.rotation.keepSchedule();
  }
}
