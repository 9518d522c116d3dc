import { createHash } from 'node:crypto';
import type { Sql } from '../../../shared/persistence/index.js';
import type { Fault } from './chain-report.js';

interface AliasRow {
  readonly subject: string;
  readonly salt: string;
  readonly alias: string;
}

const BATCH = 5_000;

/**
 * Recomputes every alias: entries name persons by alias, so the chain alone does not detect that two aliases were
 * swapped. It does not call the database function, which an attacker could have replaced.
 */
export async function verifyAliases(sql: Sql): Promise<{ agreed: number; fault?: Fault }> {
  let agreed = 0;
  for await (const row of aliases(sql)) {
    if (aliasOf(row.salt, row.subject) !== row.alias)
      return { agreed, fault: { what: 'alteredAlias', alias: row.alias } };
    agreed++;
  }
  return { agreed };
}

/** Returns the alias of a string under a salt, computed like `shared.audit_alias_of` in the database. */
export function aliasOf(salt: string, subject: string): string {
  const hash = createHash('sha256').update(salt.replaceAll('-', ''), 'hex').update(subject, 'utf8').digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function* aliases(sql: Sql): AsyncGenerator<AliasRow> {
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: AliasRow[] = await sql.rows<AliasRow>(
      'SELECT subject, salt, alias FROM shared.audit_alias WHERE subject > $1 ORDER BY subject LIMIT $2',
      [last, BATCH],
    );
    yield* rows;
    last = rows.at(-1)?.subject;
  }
}
