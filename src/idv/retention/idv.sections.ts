import { Injectable } from '@nestjs/common';
import { type JsonObject, Tenant } from '../../shared/kernel/index.js';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../users/contract/index.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { FaceTemplateRepository } from '../faces/face-template.repository.js';

const SCOPE = Tenant.all('the export of one person names the user itself');

/** Exports the data stored about a user's verifications. It lists pictures, but does not contain them. */
@Injectable()
export class SessionsSection extends PersonalData {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly findings: Findings,
    private readonly evidence: Evidence,
  ) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    return { name: 'identityVerifications', data: this.#entriesOf(await this.sessions.allOf(SCOPE, sub)) };
  }

  async *#entriesOf(sessions: readonly Session[]): AsyncGenerator<readonly JsonObject[]> {
    for (const session of sessions) yield [await this.#entryOf(session)];
  }

  async #entryOf(session: Session): Promise<JsonObject> {
    const { document = null, chip, scores = {}, signals = [] } = await this.findings.of(session);
    const pictures = await this.evidence.list(session.ref);
    return {
      sessionId: session.sessionId,
      status: session.status,
      reasons: session.reasons,
      kycReferenceId: session.kycReferenceId,
      optIn: session.optIn,
      createdAt: session.createdAt.toISOString(),
      finishedAt: session.finishedAt?.toISOString() ?? null,
      document: document && { ...document },
      chip: chip ? { ...chip, compared: [...chip.compared] } : null,
      scores,
      signals: [...signals],
      pictures: pictures.map(({ kind, createdAt }) => ({ kind, createdAt: createdAt.toISOString() })),
    };
  }
}

/**
 * Exports whether a face is stored, and since when. The numbers of the face template are left out: they mean nothing
 * without the model.
 */
@Injectable()
export class FaceSection extends PersonalData {
  constructor(private readonly templates: FaceTemplateRepository) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const kept = await this.templates.find(SCOPE, sub);
    return { name: 'keptFace', data: kept ? { model: kept.template.model, keptAt: kept.keptAt.toISOString() } : null };
  }
}
