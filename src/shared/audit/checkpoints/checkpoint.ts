import { CompactSign, compactVerify, type CryptoKey } from 'jose';
import { canonicalJson } from '../../security/canonical-json.js';

/** What a checkpoint swears: at this time the chain ended with this number and hash. */
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

/** Says what is signed, so that nothing else signed by such a key ever passes for a checkpoint. */
const TYPE = 'audit-checkpoint';

export function signCheckpoint({ number, hash, at }: Checkpoint, { kid, privateKey }: SigningKey): Promise<string> {
  return new CompactSign(Buffer.from(canonicalJson({ number, hash, at })))
    .setProtectedHeader({ alg: 'ES256', kid, typ: TYPE })
    .sign(privateKey);
}

/** The checkpoint, or nothing when no key of ours has signed it. */
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
