import { CompactSign, compactVerify, type CryptoKey, importJWK, type JWK } from 'jose';
import { canonicalJson } from '../../../shared/kernel/index.js';
import type { Sql } from '../../../shared/persistence/index.js';

/** The signed content of a checkpoint: the number and hash of the chain's last link at a given time. */
export interface Checkpoint {
  readonly number: number;
  /** The hash of the link, in hexadecimal. */
  readonly hash: string;
  readonly at: string;
}

export interface SigningKey {
  /** The thumbprint (RFC 7638) of the public key. */
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

/** A public key as it is stored in the database. */
export interface PublicKey {
  readonly kid: string;
  readonly jwk: JWK;
}

/** The type in the signature's header, so that other content signed with such a key is not accepted as a checkpoint. */
const TYPE = 'audit-checkpoint';

export function signCheckpoint({ number, hash, at }: Checkpoint, { kid, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(canonicalJson({ number, hash, at })))
    .setProtectedHeader({ alg: 'ES256', kid, typ: TYPE })
    .sign(privateKey);
}

/**
 * Verifies a signed checkpoint and returns its content. Undefined if it is not a checkpoint that one of our keys has
 * signed.
 */
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

/**
 * Returns every public key that has ever signed checkpoints. An attacker who replaces a key can also replace its `kid`;
 * only a checkpoint stored outside the database reveals that. Uses the connection of the verification. Hot path,
 * measured by: npm run bench -- audit-chain.
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
    return undefined; // somebody has overwritten the stored key, so no checkpoint is valid under it
  }
}
