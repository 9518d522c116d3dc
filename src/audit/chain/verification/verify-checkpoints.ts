import type { CryptoKey } from 'jose';
import type { Sql } from '../../../shared/persistence/index.js';
import { readCheckpoint } from '../checkpoints/checkpoint.js';
import type { Fault } from './chain-report.js';

/**
 * How far the chain reaches: `sound` is the last number up to which it is known to be intact, `head` its last number.
 */
export interface ChainExtent {
  readonly sound: number;
  readonly head: number;
}

interface StoredCheckpoint {
  readonly number: number;
  readonly jws: string;
}

const BATCH = 500;

/** Compares the signed checkpoints with the chain, up to the first difference. */
export async function verifyCheckpoints(
  sql: Sql,
  keys: ReadonlyMap<string, CryptoKey>,
  extent: ChainExtent,
  until: number,
): Promise<{ agreed: number; fault?: Fault }> {
  let [agreed, after] = [0, 0];
  for await (const { number, jws } of checkpointsUntil(sql, until)) {
    const fault = await verifyCheckpoint(sql, keys, extent, jws, number);
    if (fault) return { agreed, fault: fault.what === 'rewritten' ? { ...fault, after } : fault };
    [agreed, after] = [agreed + 1, number];
  }
  return { agreed };
}

/**
 * Compares one checkpoint with the chain. `number` is the number under which the checkpoint is stored; undefined for a
 * checkpoint from outside the database.
 */
export async function verifyCheckpoint(
  sql: Sql,
  keys: ReadonlyMap<string, CryptoKey>,
  { sound, head }: ChainExtent,
  jws: string,
  number?: number,
): Promise<Fault | undefined> {
  const checkpoint = await readCheckpoint(jws, keys);
  if (!checkpoint || checkpoint.number !== (number ?? checkpoint.number)) {
    return { what: 'forgedCheckpoint', ...(number !== undefined && { number }) };
  }
  if (checkpoint.number > head) return { what: 'cutOff', number: checkpoint.number };
  // Links after a known break differ anyway, so they are not compared.
  if (checkpoint.number > sound) return undefined;
  const agrees = (await hashAt(sql, checkpoint.number)) === checkpoint.hash;
  return agrees ? undefined : { what: 'rewritten', number: checkpoint.number };
}

async function hashAt(sql: Sql, number: number): Promise<string | undefined> {
  const [link] = await sql.rows<{ hash: string }>(
    "SELECT encode(hash, 'hex') AS hash FROM shared.audit_link WHERE number = $1::bigint",
    [number],
  );
  return link?.hash;
}

async function* checkpointsUntil(sql: Sql, until: number): AsyncGenerator<StoredCheckpoint> {
  for (let last = 0; last < until;) {
    const rows = await sql.rows<StoredCheckpoint>(
      `SELECT number::float8 AS number, jws FROM shared.audit_checkpoint
       WHERE number > $1::bigint AND number <= $2::bigint ORDER BY number LIMIT $3`,
      [last, until, BATCH],
    );
    yield* rows;
    last = rows.at(-1)?.number ?? until;
  }
}
