import {
  CompactSign,
  compactVerify,
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose';
import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { sealedColumn } from '../../kernel/sealed-column.js';
import type { Sql } from '../../persistence/sql.js';
import { UnitOfWork } from '../../persistence/unit-of-work.js';
import { Sealer } from '../../security/sealing/sealer.js';
import { advisoryLocks } from '../../persistence/advisory-locks.js';

/** The content of a checkpoint: at this time the chain ended with this number and hash. */
export interface Checkpoint {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
  readonly at: string;
}

export interface SigningKey {
  /** The thumbprint (RFC 7638) of its public key. */
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** Names what is signed, so that nothing else signed with such a key is accepted as a checkpoint. */
const TYPE = 'audit-checkpoint';

export function signCheckpoint({ number, hash, at }: Checkpoint, { kid, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(canonicalJson({ number, hash, at })))
    .setProtectedHeader({ alg: 'ES256', kid, typ: TYPE })
    .sign(privateKey);
}

/** Returns the checkpoint, or undefined when none of our keys has signed it. */
export async function readCheckpoint(
  jws: string,
  publicKeys: ReadonlyMap<string, CryptoKey>,
): Promise<Checkpoint | undefined> {
  try {
    const { payload, protectedHeader } = await compactVerify(jws, ({ kid = '' }) => keyOf(kid, publicKeys), {
      algorithms: ['ES256'],
    });
    const content: unknown = JSON.parse(Buffer.from(payload).toString('utf8'));
    return protectedHeader.typ === TYPE && isCheckpoint(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(kid: string, publicKeys: ReadonlyMap<string, CryptoKey>): CryptoKey {
  const key = publicKeys.get(kid);
  if (!key) throw new Error('Not a key of this audit log');
  return key;
}

function isCheckpoint(content: unknown): content is Checkpoint {
  if (typeof content !== 'object' || content === null) return false;
  const { number, hash, at } = content as Record<keyof Checkpoint, unknown>;
  return Number.isSafeInteger(number) && typeof hash === 'string' && typeof at === 'string';
}

const sealedAt = sealedColumn('shared.audit_key', 'private_key', 'kid', (kid) => `shared/audit-key:${kid}`);

interface StoredKey {
  readonly kid: string;
  readonly sealed: Buffer;
}

interface PublicKey {
  readonly kid: string;
  readonly jwk: JWK;
}

/**
 * The key that signs checkpoints. It is created once; the private half is stored encrypted, the public half is kept for
 * ever.
 */
@Injectable()
export class CheckpointKeys {
  #key: Promise<SigningKey> | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  signingKey(): Promise<SigningKey> {
    this.#key ??= this.#load().catch((error: unknown) => {
      this.#key = undefined;
      throw error;
    });
    return this.#key;
  }

  async #load(): Promise<SigningKey> {
    const { kid, sealed } = await this.uow.run(async (tx) => {
      await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.auditKey]);
      const stored = (await newestKey(tx)) ?? (await this.#make(tx));
      if (this.sealer.isStale(stored.sealed)) await this.#reseal(tx, stored);
      return stored;
    });
    return { kid, privateKey: await importPKCS8(this.sealer.openText(sealed, sealedAt(kid)), 'ES256') };
  }

  async #make(sql: Sql): Promise<StoredKey> {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    const sealed = this.sealer.seal(await exportPKCS8(privateKey), sealedAt(kid));
    await sql.rows('INSERT INTO shared.audit_key (kid, public_key, private_key) VALUES ($1, $2, $3)', [
      kid,
      jwk,
      sealed,
    ]);
    return { kid, sealed };
  }

  async #reseal(sql: Sql, { kid, sealed }: StoredKey): Promise<void> {
    await sql.rows('UPDATE shared.audit_key SET private_key = $2 WHERE kid = $1', [
      kid,
      this.sealer.reseal(sealed, sealedAt(kid)),
    ]);
  }
}

async function newestKey(sql: Sql): Promise<StoredKey | undefined> {
  const [key] = await sql.rows<StoredKey>(
    'SELECT kid, private_key AS sealed FROM shared.audit_key ORDER BY made_at DESC LIMIT 1',
  );
  return key;
}

/**
 * Every key that has ever signed. An attacker who can replace a key can replace its name too; only a copy kept
 * elsewhere shows that.
 */
export async function publicCheckpointKeys(sql: Sql): Promise<Map<string, CryptoKey>> {
  const rows = await sql.rows<PublicKey>('SELECT kid, public_key AS jwk FROM shared.audit_key');
  const keys = await Promise.all(rows.map(async ({ kid, jwk }) => [kid, await importPublic(jwk)] as const));
  return new Map(keys.filter((key): key is [string, CryptoKey] => key[1] !== undefined));
}

async function importPublic(jwk: JWK): Promise<CryptoKey | undefined> {
  try {
    const key = await importJWK(jwk, 'ES256');
    return key instanceof Uint8Array ? undefined : key;
  } catch {
    return undefined; // overwritten: no checkpoint is valid under it
  }
}
