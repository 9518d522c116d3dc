import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../entities/session.entity.js';
import type { Engine } from '../../ports/engine.port.js';
import { FaceTemplateRepository } from './face-template.repository.js';

/**
 * At a distance of some 0.45, far below a match: a selfie is compared with thousands, and the chance that one of them looks
 * alike grows with their number.
 */
export const DUPLICATE_LIKENESS = 0.983;

/** Finds a face again under another user of the enterprise: among those who chose to keep theirs. */
@Injectable()
export class DuplicateFaces {
  constructor(private readonly templates: FaceTemplateRepository) {}

  /** Only where the enterprise asks for it. In test mode every face is the same. */
  async isOfAnother(session: Session, faces: Engine['faces'], selfie: Buffer, signal: AbortSignal): Promise<boolean> {
    if (!session.settings.duplicateFace || session.test) return false;
    const shown = await faces.describe(selfie, signal);
    if (!shown) return false;
    for await (const templates of this.templates.ofOthers(session, shown.model)) {
      if (templates.some((other) => (faces.likeness(shown, other) ?? 0) >= DUPLICATE_LIKENESS)) return true;
      signal.throwIfAborted();
      await setImmediate(); // others get their turn
    }
    return false;
  }
}
