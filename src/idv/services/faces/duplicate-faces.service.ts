import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DUPLICATE_LIKENESS } from '../../domain/session-settings.js';
import type { Session } from '../../entities/session.entity.js';
import type { Engine } from '../../ports/engine.port.js';
import { FaceTemplateRepository } from './face-template.repository.js';

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
