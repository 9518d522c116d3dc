import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DUPLICATE_LIKENESS } from '@countersign/identity-engine';
import type { Session } from '../sessions/session.entity.js';
import type { Engine, FaceTemplate } from '../engines/engine.port.js';
import { FaceTemplateRepository } from './face-template.repository.js';

/** Checks whether the face of a user is among the stored faces of other users of the enterprise. */
@Injectable()
export class DuplicateFaces {
  constructor(private readonly templates: FaceTemplateRepository) {}

  /**
   * Whether the selfie shows the face of another user. Always false if the client's settings do not ask for this check,
   * and in test mode, where the sandbox treats all faces as equal.
   */
  async isOfAnother(session: Session, faces: Engine['faces'], selfie: Buffer, signal: AbortSignal): Promise<boolean> {
    if (!session.settings.duplicateFace || session.test) return false;
    for (const model of faces.models) {
      if (await this.#isAmong(this.templates.ofOthers(session, model), faces, selfie, signal, model)) return true;
    }
    return false;
  }

  /** The template of the selfie is computed only if there is a stored face to compare it with. */
  async #isAmong(
    batches: AsyncIterable<readonly FaceTemplate[]>,
    faces: Engine['faces'],
    selfie: Buffer,
    signal: AbortSignal,
    model: string,
  ): Promise<boolean> {
    let shown: FaceTemplate | undefined;
    for await (const templates of batches) {
      if (templates.length === 0) return false;
      shown ??= await faces.describe(selfie, signal, model);
      if (!shown) return false;
      for (const other of templates) if ((faces.likeness(shown, other) ?? 0) >= DUPLICATE_LIKENESS) return true;
      signal.throwIfAborted();
      await setImmediate(); // gives other tasks of this process a turn
    }
    return false;
  }
}
