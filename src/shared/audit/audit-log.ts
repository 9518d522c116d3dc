import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '../persistence/database.js';
import { PendingWrites } from '../persistence/pending-writes.js';
import type { AuditEntry } from './audit-entry.js';
import { readPage, type AuditPage, type AuditPosition, type AuditQuery } from './audit-page.js';

/** Who did what to whom. A change is audited by its own transaction (`tx.pending.audit`), everything else here. */
@Injectable()
export class AuditLog {
  constructor(private readonly db: Database) {}

  /** An entry of its own, for what changes nothing: a refusal, a login, a look at evidence. */
  async record(entry: AuditEntry): Promise<void> {
    const pending = new PendingWrites();
    pending.audit.push(entry);
    await pending.flush(this.db);
  }

  /**
   * Makes every entry that names this person anonymous, for good; the chain over them stays whole. To be called once
   * the last entry about the person is committed, since another one would make a new alias.
   */
  async erase(subject: string, sql: Sql = this.db): Promise<void> {
    await sql.rows('DELETE FROM shared.audit_alias WHERE subject = $1', [subject]);
  }

  /** Newest first. */
  list(query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage> {
    return readPage(this.db, query, limit, after);
  }
}
