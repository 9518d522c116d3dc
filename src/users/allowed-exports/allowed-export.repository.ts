import { Injectable } from '@nestjs/common';
import type { ExportFormat } from '../../shared/http/index.js';
import { type JsonObject, sealedColumn, type Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';

/** The list that may be taken, and why. The words of a search may name a person, so they are sealed. */
export interface ExportTerms {
  readonly query: JsonObject;
  readonly format: ExportFormat;
  readonly reason: string | null;
}

export interface AllowedExport extends ExportTerms {
  readonly id: string;
  readonly tenant: Tenant;
  /** `operator:<sub>` or `client:<id>`. */
  readonly askedBy: string;
  /** The second operator. */
  readonly agreedBy: string | null;
  readonly endsAt: Date;
}

interface Row {
  readonly agreedBy: string | null;
  readonly sealedTerms: Buffer;
  readonly endsAt: Date;
}

const contextOf = sealedColumn('users.allowed_export', 'sealed_terms', 'id', (id) => `users/allowed-export:${id}`);

@Injectable()
export class AllowedExportRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  async add(tx: Tx, { id, tenant, askedBy, agreedBy, query, format, reason, endsAt }: AllowedExport): Promise<void> {
    const terms = this.sealer.sealJson({ query, format, reason }, contextOf(id));
    await tx.rows(ADD, [id, tenant.enterpriseId, tenant.test, askedBy, agreedBy, terms, endsAt]);
  }

  /** One that is still to be taken, by who has asked for it. */
  async find(tenant: Tenant, id: string, askedBy: string, now: Date): Promise<AllowedExport | undefined> {
    const row = await this.db.one<Row>(FIND, [id, tenant.enterpriseId, tenant.test, askedBy, now]);
    if (!row) return undefined;
    const { sealedTerms, ...known } = row;
    const terms = this.sealer.openJson(sealedTerms, contextOf(id)) as unknown as ExportTerms;
    return { id, tenant, askedBy, ...known, ...terms };
  }

  /** False when it was taken meanwhile. */
  async take(tx: Tx, id: string): Promise<boolean> {
    return (await tx.rows('DELETE FROM users.allowed_export WHERE id = $1 RETURNING 1', [id])).length > 0;
  }

  async purge(now: Date): Promise<void> {
    await this.db.rows('DELETE FROM users.allowed_export WHERE ends_at <= $1', [now]);
  }
}

const ADD = `
  INSERT INTO users.allowed_export (id, enterprise_id, test, asked_by, agreed_by, sealed_terms, ends_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

const FIND = `
  SELECT agreed_by AS "agreedBy", sealed_terms AS "sealedTerms", ends_at AS "endsAt" FROM users.allowed_export
  WHERE id = $1 AND enterprise_id = $2 AND test = $3 AND asked_by = $4 AND ends_at > $5`;
