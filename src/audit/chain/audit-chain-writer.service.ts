import { Injectable } from '@nestjs/common';
import { advisoryLocks, type Sql, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { GENESIS, linkHash, type StoredEntry, allUnlinkedEntries, unlinkedEntries } from './chain-content.js';
import { closeWindow, nextWindow } from './chain-window.js';

const BATCH_SIZE = 1_000;

export interface BatchResult {
  readonly linked: number;
  /** Whether more entries are waiting for a link, so that the caller starts another run at once. */
  readonly more: boolean;
}

const NOTHING: BatchResult = { linked: 0, more: false };

/**
 * Appends committed entries to the hash chain. Every process may call it, but only the process that gets the lock does
 * the work; the calls of the others return at once.
 */
@Injectable()
export class AuditChainWriter {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Links one batch of entries. Commits without waiting for the disk (`durable: false`), because links that a database
   * crash loses are written again. Checkpoints are committed durably, and with them all links before them.
   */
  linkBatch(): Promise<BatchResult> {
    return this.uow.run((tx) => this.#link(tx), { durable: false });
  }

  async #link(tx: Tx): Promise<BatchResult> {
    // The lock is taken in a separate statement, so that later statements see what its previous holder committed.
    if (!(await gotLock(tx))) return NOTHING;
    const window = await nextWindow(tx, BATCH_SIZE);
    const entries = window.restored ? await allUnlinkedEntries(tx, BATCH_SIZE) : await unlinkedEntries(tx, window);
    await append(tx, entries);
    const halfway = window.restored && entries.length === BATCH_SIZE;
    if (!halfway) await closeWindow(tx, window);
    return { linked: entries.length, more: halfway || window.more };
  }
}

async function gotLock(sql: Sql): Promise<boolean> {
  const [row] = await sql.rows<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS got', [
    advisoryLocks.auditChain,
  ]);
  return row?.got ?? false;
}

async function append(sql: Sql, entries: readonly StoredEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const [head] = await sql.rows<{ number: number; hash: Buffer }>(
    'SELECT number::float8 AS number, hash FROM shared.audit_link l ORDER BY l.number DESC LIMIT 1',
  );
  const first = (head?.number ?? 0) + 1;
  await sql.rows(
    `INSERT INTO shared.audit_link (number, entry_id, hash)
     SELECT $1::bigint + ordinality - 1, entry_id, hash
     FROM unnest($2::uuid[], $3::bytea[]) WITH ORDINALITY AS l(entry_id, hash, ordinality)`,
    [first, entries.map(({ id }) => id), hashes(entries, first, head?.hash ?? GENESIS)],
  );
}

function hashes(entries: readonly StoredEntry[], first: number, previous: Uint8Array): Uint8Array[] {
  let last = previous;
  return entries.map((entry, index) => (last = linkHash(last, first + index, entry)));
}
