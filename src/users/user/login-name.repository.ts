import type { Tenant } from '../../shared/kernel/index.js';
import type { Sql, Tx } from '../../shared/persistence/index.js';

/**
 * Returns the keyed hashes that may be stored instead of a name if its user was erased. If one of them is stored, the
 * name counts as taken.
 */
export type ErasedMarks = (name: string) => string[];

interface MarkedName {
  readonly name: string;
  readonly marks: readonly string[];
}

export interface WantedName extends MarkedName {
  readonly sub: string;
}

/**
 * Claims names, and returns the users with a name that could not be claimed: it was taken, requested twice, or belonged
 * to an erased user.
 */
export async function claimNames(tx: Tx, tenant: Tenant, wanted: readonly WantedName[]): Promise<ReadonlySet<string>> {
  const { enterpriseId, test } = tenant;
  const taken = await tx.rows<{ sub: string }>(CLAIM_NAMES, [enterpriseId, test, JSON.stringify(wanted)]);
  // A separate statement: only a statement that starts after the names were claimed sees a concurrent erasure.
  const ofErased = await namesOfErased(tx, tenant, wanted);
  return new Set([...taken, ...ofErased].map(({ sub }) => sub));
}

/** Returns the names that cannot be claimed, because a user has them or an erased user had them. */
export async function takenNames(
  sql: Sql,
  tenant: Tenant,
  wanted: readonly MarkedName[],
): Promise<ReadonlySet<string>> {
  const names = wanted.map(({ name }) => name);
  const taken = await sql.rows<{ name: string }>(TAKEN, [tenant.enterpriseId, tenant.test, names]);
  const ofErased = await namesOfErased(sql, tenant, wanted);
  return new Set([...taken, ...ofErased].map(({ name }) => name));
}

async function namesOfErased<N extends MarkedName>(
  sql: Sql,
  { enterpriseId, test }: Tenant,
  wanted: readonly N[],
): Promise<N[]> {
  const marks = wanted.flatMap((name) => name.marks);
  const erased = (await sql.rows<{ mark: string }>(ERASED, [enterpriseId, test, marks])).map(({ mark }) => mark);
  return wanted.filter((name) => name.marks.some((mark) => erased.includes(mark)));
}

/** Claims names in a fixed order, so that two batches cannot deadlock. Returns the users with a name that was taken. */
const CLAIM_NAMES = `
  WITH wanted AS (
    SELECT name, sub, ordinality AS position FROM ROWS FROM (
      jsonb_to_recordset($3::jsonb) AS (name text, sub uuid)) WITH ORDINALITY
  ), claimed AS (
    INSERT INTO users.login_name (enterprise_id, test, name, sub)
    SELECT $1, $2, name, sub FROM wanted ORDER BY name, position
    ON CONFLICT DO NOTHING RETURNING name, sub
  )
  SELECT DISTINCT w.sub FROM wanted w
  WHERE NOT EXISTS (SELECT FROM claimed c WHERE c.name = w.name AND c.sub = w.sub)`;

const TAKEN = 'SELECT name FROM users.login_name WHERE enterprise_id = $1 AND test = $2 AND name = ANY ($3)';

/** Finds the ids of erased users. Uses a small partial index that contains only erased users. */
const ERASED = `
  SELECT user_id AS mark FROM users."user"
  WHERE enterprise_id = $1 AND test = $2 AND user_id = ANY ($3) AND erased_at IS NOT NULL`;
