import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { childrenOf, inside, integerOf, oidOf, tags, whole, type Element } from '../encoding/der.js';
import { Refused } from './refusal.js';

export type Hash = 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';

export const hashOids: Readonly<Record<Hash, string>> = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
};
const HASHES = new Map(Object.entries(hashOids).map(([hash, oid]) => [oid, hash as Hash]));

type Kind = 'rsa' | 'pss' | 'ec';

/** A signature algorithm. Without a hash, the signer specifies it separately. */
export interface SignatureAlgorithm {
  readonly kind: Kind;
  readonly hash: Hash | undefined;
  readonly salt?: number;
}

const PSS = '1.2.840.113549.1.1.10';
const MASK = '1.2.840.113549.1.1.8';
export const signatureOids: Readonly<Record<'rsa' | 'ec', Readonly<Record<Hash, string>>>> = {
  rsa: {
    sha1: '1.2.840.113549.1.1.5',
    sha224: '1.2.840.113549.1.1.14',
    sha256: '1.2.840.113549.1.1.11',
    sha384: '1.2.840.113549.1.1.12',
    sha512: '1.2.840.113549.1.1.13',
  },
  ec: {
    sha1: '1.2.840.10045.4.1',
    sha224: '1.2.840.10045.4.3.1',
    sha256: '1.2.840.10045.4.3.2',
    sha384: '1.2.840.10045.4.3.3',
    sha512: '1.2.840.10045.4.3.4',
  },
};
const ALGORITHMS = new Map<string, SignatureAlgorithm>([
  ['1.2.840.113549.1.1.1', { kind: 'rsa', hash: undefined }],
  ...(['rsa', 'ec'] as const).flatMap((kind) =>
    Object.entries(signatureOids[kind]).map(([hash, oid]): [string, SignatureAlgorithm] => [
      oid,
      { kind, hash: hash as Hash },
    ]),
  ),
]);

const CURVES = new Set([
  ...['prime256v1', 'secp224r1', 'secp384r1', 'secp521r1'],
  ...['brainpoolP224r1', 'brainpoolP256r1', 'brainpoolP320r1', 'brainpoolP384r1', 'brainpoolP512r1'],
]);
const RSA = { least: 1_024, most: 8_192, leastExponent: 3n, mostExponent: 2n ** 64n } as const;

/**
 * Reads a public key, and refuses weak or unknown kinds. Explicit curve parameters must equal those of a named curve,
 * which OpenSSL recognizes.
 */
export function publicKeyIn(spki: Uint8Array, leastRsa: number = RSA.least): KeyObject {
  const key = readable(spki);
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details = {} } = key;
  const { namedCurve = '', modulusLength = 0, publicExponent = 0n } = details;
  const isFine = type.startsWith('rsa')
    ? modulusLength >= leastRsa &&
      modulusLength <= RSA.most &&
      publicExponent >= RSA.leastExponent &&
      publicExponent <= RSA.mostExponent
    : CURVES.has(namedCurve);
  if (!isFine) throw new Refused('key_not_allowed', `${type} ${namedCurve}`);
  return key;
}

function readable(spki: Uint8Array): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
    // A key that is the point at infinity would crash Node later. It cannot be exported, so the export refuses it.
    key.export({ format: 'der', type: 'spki' });
    return key;
  } catch {
    throw new Refused('key_not_allowed', 'not readable');
  }
}

/** `digest` is the signer's separate hash algorithm, used if the signature algorithm specifies none. */
export function signatureAlgorithmIn(found: Element | undefined, digest?: Hash): SignatureAlgorithm {
  const [id, parameters] = inside(found, tags.sequence, 2);
  const oid = oidOf(id);
  if (oid === PSS) return pssIn(parameters);
  const algorithm = ALGORITHMS.get(oid);
  if (!algorithm) throw new Refused('algorithm_not_allowed', oid);
  return { ...algorithm, hash: algorithm.hash ?? digest };
}

/** Reads PSS parameters; each has a default (RFC 4055, section 3.1). */
function pssIn(parameters: Element | undefined): SignatureAlgorithm {
  let [hash, mask, salt]: [Hash, Hash, number] = ['sha1', 'sha1', 20];
  for (const { tag, value } of parameters ? inside(parameters, tags.sequence, 4) : []) {
    if (tag === 0xa0) hash = hashIn(whole(value));
    else if (tag === 0xa1) mask = maskIn(whole(value));
    else if (tag === 0xa2) salt = integerOf(whole(value), 128);
    else if (tag !== 0xa3 || integerOf(whole(value)) !== 1) throw new Refused('algorithm_not_allowed', 'PSS');
  }
  if (mask !== hash) throw new Refused('algorithm_not_allowed', 'PSS with two hashes');
  return { kind: 'pss', hash, salt };
}

function maskIn(found: Element): Hash {
  const [id, hash] = inside(found, tags.sequence, 2);
  if (oidOf(id) !== MASK) throw new Refused('algorithm_not_allowed', 'mask of PSS');
  return hashIn(hash);
}

export function hashIn(found: Element | undefined): Hash {
  const hash = HASHES.get(oidOf(childrenOf(found, 2)[0]));
  if (!hash) throw new Refused('algorithm_not_allowed', 'hash');
  return hash;
}

export function isSigned(
  { kind, hash, salt }: SignatureAlgorithm,
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!hash) throw new Refused('algorithm_not_allowed', 'no hash');
  if (!isFor(kind, key))
    throw new Refused('algorithm_not_allowed', `${kind} by a key for ${key.asymmetricKeyType ?? ''}`);
  const options = kind === 'pss' ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt } : { key };
  try {
    return verify(hash, data, options, signature);
  } catch {
    return false;
  }
}

const KEY_TYPES: Readonly<Record<Kind, readonly string[]>> = { ec: ['ec'], rsa: ['rsa'], pss: ['rsa', 'rsa-pss'] };
const isFor = (kind: Kind, key: KeyObject): boolean => KEY_TYPES[kind].includes(key.asymmetricKeyType ?? '');

/**
 * SHA-1 is weak: two documents with the same SHA-1 can be constructed. A document whose signature relies on it is
 * doubtful.
 */
export const isWeak = (hash: Hash | undefined): boolean => hash === 'sha1';

/** A readable name, such as `ECDSA with SHA-256`. */
export function algorithmName({ kind, hash = 'sha256' }: SignatureAlgorithm): string {
  const names: Readonly<Record<Kind, string>> = { ec: 'ECDSA', rsa: 'RSA', pss: 'RSA-PSS' };
  return `${names[kind]} with ${hash.toUpperCase().replace('SHA', 'SHA-')}`;
}
