import {
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditQuery,
  type AuditRecord,
} from '../contract/audit-log.port.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type AuditEntry, Database, PendingWrites, ReadDatabase, type Tx } from '../../shared/persistence/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { AuditAlias } from './audit-entry.entity.js';
import { AUDIT_ENTRY, auditPage, KINDS_IN_USE } from './audit-page.js';

/** Suffix of a filter for kinds: `idv.*` matches every kind that begins with `idv.`. */
const ANY = '.*';

@Injectable()
export class StoredAuditLog extends AuditLog {
  constructor(
    private readonly db: Database,
    private readonly reads: ReadDatabase,
    @InjectRepository(AuditAlias) private readonly aliases: Repository<AuditAlias>,
  ) {
    super();
  }

  async record(entry: AuditEntry): Promise<void> {
    const pending = new PendingWrites();
    pending.audit.push(entry);
    await pending.flush(this.db);
  }

  async erase(subject: string, tx?: Tx): Promise<void> {
    if (tx) tx.removeAll(AuditAlias, { subject });
    else await this.aliases.delete({ subject });
  }

  async list(query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage> {
    const kinds = query.kinds && (await this.#known(query.tenant, query.kinds));
    const { text, values } = auditPage({ ...query, kinds }, limit + 1, after);
    const found = await this.reads.rows<AuditRecord>(text, values);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return { entries: rows, end: last && [last.exactAt, last.id] };
  }

  async find({ enterpriseId, test }: Tenant, id: string): Promise<AuditRecord | undefined> {
    return this.db.one<AuditRecord>(AUDIT_ENTRY, [enterpriseId, test, id]);
  }

  /** Expands filters such as `idv.*` to all matching kinds that have entries. */
  async #known({ enterpriseId, test }: Tenant, asked: readonly string[]): Promise<string[]> {
    const prefixes = asked.filter((kind) => kind.endsWith(ANY)).map((kind) => kind.slice(0, -1));
    const exact = asked.filter((kind) => !kind.endsWith(ANY));
    if (prefixes.length === 0) return [...new Set(exact)];
    const inUse = await this.reads.rows<{ kind: string }>(KINDS_IN_USE, [enterpriseId, test]);
    const found = inUse.filter(({ kind }) => prefixes.some((prefix) => kind.startsWith(prefix)));
    return [...new Set([...exact, ...found.map(({ kind }) => kind)])];
  }
}
