import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../../shared/jobs/index.js';
import { EvidenceSigningKeys } from './evidence-signing-keys.service.js';

const SIGNS_FOR_DAYS = 365;

@Injectable()
@Recurring('auth/keep-evidence-keys', { everySeconds: 86_400 })
export class KeepEvidenceKeys extends JobHandler {
  constructor(private readonly keys: EvidenceSigningKeys) {
    super();
  }

  perform(): Promise<void> {
    return this.keys.rotateAfter(SIGNS_FOR_DAYS);
  }
}
