import { Injectable } from '@nestjs/common';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { SigningKeyRotation } from './signing-key-rotation.service.js';
import { EvidenceSigningKeys } from './evidence/evidence-signing-keys.service.js';

const EVIDENCE_KEY_SIGNS_FOR_DAYS = 365;

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

@Injectable()
@Recurring('auth/keep-evidence-keys', { everySeconds: 86_400 })
export class KeepEvidenceKeys extends JobHandler {
  constructor(private readonly keys: EvidenceSigningKeys) {
    super();
  }

  perform(): Promise<void> {
    return this.keys.rotateAfter(EVIDENCE_KEY_SIGNS_FOR_DAYS);
  }
}
