import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Keyring, RingKey } from './keyring.js';
import { sealedColumn } from '../../kernel/index.js';
import type { Database } from '../../persistence/index.js';
import type { Sealer } from './sealer.js';

/**
 * Keyed hashes (HMAC-SHA-256) of values that must be found or checked without being readable, such as ids of erased
 * users and activation codes. `purpose` is a constant in the code. Each purpose has a separate key, so hashes for
 * different purposes cannot be compared.
 *
 * A stored hash begins with the id of its key. A search uses the hashes under every key in the ring, so hashes from
 * before a rotation are still found. Hashing again with a new key requires the original values. If these no longer
 * exist, the old key must be retained. A ring from `Sealer.unwrap` avoids this, because a rotation only wraps the same
 * key again.
 */
export class BlindIndex {
  /** The derived keys, cached because deriving a key costs more than hashing with it. */
  readonly #derived = new WeakMap<RingKey, Map<string, KeyObject>>();

  constructor(private readonly ring: Keyring) {}

  /** Returns the hash to store. */
  hash(value: string, purpose: string): string {
    return this.#hashUnder(this.ring.active, value, purpose);
  }

  /** Returns the hashes to search for: `WHERE hash = ANY (candidates)`. */
  candidates(value: string, purpose: string): string[] {
    return this.ring.keys.map((key) => this.#hashUnder(key, value, purpose));
  }

  matches(stored: string, value: string, purpose: string): boolean {
    const key = this.ring.get(keyIdOf(stored));
    return key !== undefined && equal(stored, this.#hashUnder(key, value, purpose));
  }

  /** Whether a hash was computed with an old key, and should be replaced when its value is available. */
  isStale(stored: string): boolean {
    return keyIdOf(stored) !== this.ring.active.id;
  }

  #hashUnder(key: RingKey, value: string, purpose: string): string {
    const digest = createHmac('sha256', this.#keyFor(key, purpose)).update(value, 'utf8').digest('base64url');
    return `${key.id}.${digest}`;
  }

  #keyFor(key: RingKey, purpose: string): KeyObject {
    const derived = this.#derived.get(key) ?? new Map<string, KeyObject>();
    const known = derived.get(purpose);
    if (known) return known;
    const bytes = hkdfSync('sha256', key.secret, '', `countersign/blind-index/v1/${purpose}`, 32);
    const made = createSecretKey(Buffer.from(bytes));
    this.#derived.set(key, derived.set(purpose, made));
    return made;
  }
}

const keyIdOf = (stored: string): string => stored.slice(0, Math.max(stored.indexOf('.'), 0));

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const CONTEXT = 'shared/index-key';
sealedColumn('shared.index_key', 'wrapped', 'only_one', () => CONTEXT);

/**
 * Opens the index. Its key is created once and stored in the database, wrapped by the keyring. A rotation only wraps
 * this key again, because hashes of values that no longer exist could not be recomputed. If several processes start at
 * once, they all use the same key.
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

/** Wraps the key with the ring's new key, unless another process has just done so. */
async function rewrap(db: Database, sealer: Sealer, kept: Buffer): Promise<void> {
  await db.rows('UPDATE shared.index_key SET wrapped = $1 WHERE wrapped = $2', [sealer.reseal(kept, CONTEXT), kept]);
}
