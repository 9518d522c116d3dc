import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/index.js';
import type { Engine } from '../engines/engine.port.js';
import type { Session } from '../sessions/session.entity.js';
import { FaceTemplateRepository } from './face-template.repository.js';
import { likenessOf } from './kept-face-checks.service.js';

const SCOPE = Tenant.all('the template is found by the sub of a session');

/** Compares the selfies of a verification with the stored face of the user. */
@Injectable()
export class ReturningFaces {
  constructor(private readonly templates: FaceTemplateRepository) {}

  /**
   * Whether the selfies match the user's stored face. Always true if the session's settings do not require this
   * comparison. False if the stored face has been deleted.
   */
  async isSame(
    { sub, settings }: Session,
    faces: Engine['faces'],
    selfies: readonly Buffer[],
    signal: AbortSignal,
  ): Promise<boolean> {
    if (!settings.keptFace) return true;
    const kept = await this.templates.find(SCOPE, sub);
    return kept !== undefined && (await likenessOf(faces, kept, selfies, signal)) >= kept.matchThreshold;
  }
}
