import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../../search/contract/index.js';
import { DomainError } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionResults } from './session-results.service.js';

/** Finds a session by its ID for the search. */
@Injectable()
export class SessionHits extends SearchSource {
  override readonly scope = 'idv:read';

  constructor(
    private readonly results: SessionResults,
    private readonly audit: AuditLog,
  ) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant, byOperator }: SearchedBy): Promise<readonly Hit[]> {
    if (shape !== 'uuid') return [];
    const found = await this.results.findByRef({ tenant, sessionId: text }).catch(noneIfNotFound);
    if (!found) return [];
    if (byOperator)
      await this.audit.record({
        kind: 'idv.sessions-searched',
        tenant,
        details: { filter: { sessionId: true }, rows: 1 },
      });
    return [hitOf(found)];
  }
}

function noneIfNotFound(error: unknown): undefined {
  if (!(error instanceof DomainError) || error.kind !== IdvErrors.notFound) throw error;
}

const hitOf = ({ sessionId, userId, status }: Session): Hit => ({
  kind: 'idvSession',
  id: sessionId,
  title: sessionId,
  userId,
  within: null,
  status,
});
