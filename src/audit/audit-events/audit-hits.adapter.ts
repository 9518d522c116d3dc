import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../../search/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { AuditRecord } from '../contract/audit-log.port.js';
import { AuditEvents } from './audit-events.service.js';

/** Finds, for the console's search, an audit entry by its id, and all entries of a request by the request's id. */
@Injectable()
export class AuditHits extends SearchSource {
  override readonly scope = 'audit:read';

  constructor(private readonly events: AuditEvents) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant, byOperator, limit }: SearchedBy): Promise<readonly Hit[]> {
    if (shape !== 'uuid' && shape !== 'hex') return [];
    const filter = { requestId: text };
    const { entries } = await this.events.page(tenant, filter, limit);
    const found = [...(shape === 'uuid' ? await this.#one(tenant, text) : []), ...entries];
    if (byOperator) await this.events.noteSearch(tenant, filter, found.length);
    return found.map(hitOf);
  }

  async #one(tenant: Tenant, id: string): Promise<AuditRecord[]> {
    const found = await this.events.find(tenant, id);
    return found ? [found] : [];
  }
}

const hitOf = ({ id, kind, subject, outcome }: AuditRecord): Hit => ({
  kind: 'auditEvent',
  id,
  title: kind,
  userId: subject,
  within: null,
  status: outcome,
});
