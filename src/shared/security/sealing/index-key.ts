import { sealedColumn } from '../../kernel/sealed-column.js';
import type { Database } from '../../persistence/database.js';
import { BlindIndex } from './blind-index.js';
import type { Sealer } from './sealer.js';

const CONTEXT = 'shared/index-key';
sealedColumn('shared.index_key', 'wrapped', 'only_one', () => CONTEXT);

/**
 * The index that hashes go by, under a key of its own: made once, wrapped by the ring. Hashes of values that are gone
 * cannot be made anew, so rotating the ring may only ever rewrap this key. Of several processes that start at once,
 * one makes it.
 */
export async function openBlindIndex(db: Database, sealer: Sealer): Promise<BlindIndex> {
  const kept = (await wrappedKey(db)) ?? (await makeKey(db, sealer));
  if (sealer.isStale(kept)) await rewrap(db, sealer, kept);
  return new BlindIndex(sealer.unwrap(kept, CONTEXT));
}

async function wrappedKey(db: Database): Promise<Buffer | undefined> {
  return (await db.one<{ wrapped: Buffer }>('SELECT wrapped FROM shared.index_key'))?.wrapped;
}

async function makeKey(db: Database, sealer: Sealer): Promise<Buffer> {
  const { wrapped } = sealer.newDataKey(CONTEXT);
  await db.rows('INSERT INTO shared.index_key (wrapped) VALUES ($1) ON CONFLICT DO NOTHING', [wrapped]);
  return (await wrappedKey(db)) ?? wrapped;
}

/** Under the ring's new key. Losing the race to another process is as good as winning it. */
async function rewrap(db: Database, sealer: Sealer, kept: Buffer): Promise<void> {
  await db.rows('UPDATE shared.index_key SET wrapped = $1 WHERE wrapped = $2', [sealer.reseal(kept, CONTEXT), kept]);
}
