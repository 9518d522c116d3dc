import { Injectable } from '@nestjs/common';
import type { Session } from '../sessions/session.entity.js';
import type { FaceTemplate } from '../engines/engine.port.js';
import { Engines } from '../engines/engines.service.js';
import { Evidence } from '../evidence/evidence.service.js';

/** Describes the face of a selfie in the form that is kept. */
@Injectable()
export class DescribeSelfie {
  constructor(
    private readonly engines: Engines,
    private readonly evidence: Evidence,
  ) {}

  /** Undefined if the selfie was deleted. */
  async of({ ref }: Session, signal: AbortSignal): Promise<FaceTemplate | undefined> {
    const selfie = await this.evidence.read(ref, 'selfie');
    return selfie && this.engines.of(ref.tenant).faces.describe(selfie, signal);
  }
}
