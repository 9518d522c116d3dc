import type { Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';

/**
 * Returns the keyed hashes under which an erased user with this name may be stored. If one is found, the name stays
 * taken.
 */
export type ErasedMarks = (name: string) => string[];

export interface WantedName {
  readonly name: string;
  readonly sub: string;
  readonly marks: readonly string[];
}

/**
 * Returns the users with a name that could not be claimed: it was taken, requested twice, or belonged to an erased
 * user.
 */
export async function claimNames(
  tx: Tx,
  { enterpriseId, test }: Tenant,
  wanted: readonly WantedName[],
): Promise<ReadonlySet<string>> {
  const taken = await tx.rows<{ sub: string }>(CLAIM_NAMES, [enterpriseId, test, JSON.stringify(wanted)]);
  const marks = wanted.flatMap((name) => name.marks);
  // Runs as a separate statement. The claim may have waited for a concurrent erasure, and only a statement that starts
  // later sees its result.
  const erased = (await tx.rows<{ mark: string }>(ERASED, [enterpriseId, test, marks])).map(({ mark }) => mark);
  const ofErased = wanted.filter((name) => name.marks.some((mark) => erased.includes(mark)));
  return new Set([...taken, ...ofErased].map(({ sub }) => sub));
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

/** Uses a small partial index of erased users. */
const ERASED = `
  SELECT user_id AS mark FROM users."user"
  WHERE enterprise_id = $1 AND test = $2 AND user_id = ANY ($3) AND erased_at IS NOT NULL`;
