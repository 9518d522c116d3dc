import { constants, createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { integer, NULL, oid, sequence, tlv } from '../encoding/der-writer.js';
import { hashOids, signatureOids, type Hash } from '../verify/algorithms.js';

/** A key pair for an authority, a document signer or a chip. */
export interface SpecimenKey {
  readonly privateKey: KeyObject;
  readonly spki: Uint8Array;
  readonly isPss: boolean;
}

/**
 * `kind` is `rsa:2048`, `pss:2048`, or the name of a curve. With a final `!` the curve parameters are written
 * explicitly, as many states do.
 */
export function newKey(kind: string): SpecimenKey {
  const [name = '', size] = kind.replace('!', '').split(':');
  const { privateKey, publicKey } =
    size === undefined
      ? generateKeyPairSync('ec', { namedCurve: name, paramEncoding: kind.endsWith('!') ? 'explicit' : 'named' })
      : generateKeyPairSync('rsa', { modulusLength: Number(size) });
  const spki = Uint8Array.from(publicKey.export({ type: 'spki', format: 'der' }));
  return { privateKey, spki, isPss: name === 'pss' };
}

export const hashIdentifier = (hash: Hash): Uint8Array => sequence(oid(hashOids[hash]), NULL);
export const digestOf = (hash: Hash, data: Uint8Array): Uint8Array =>
  Uint8Array.from(createHash(hash).update(data).digest());

export function algorithmIdentifier({ privateKey, isPss }: SpecimenKey, hash: Hash): Uint8Array {
  if (privateKey.asymmetricKeyType === 'ec') return sequence(oid(signatureOids.ec[hash]));
  if (!isPss) return sequence(oid(signatureOids.rsa[hash]), NULL);
  const mask = sequence(oid('1.2.840.113549.1.1.8'), hashIdentifier(hash));
  const salt = integer(createHash(hash).digest().length);
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(tlv(0xa0, hashIdentifier(hash)), tlv(0xa1, mask), tlv(0xa2, salt)),
  );
}

export function signatureBy({ privateKey, isPss }: SpecimenKey, hash: Hash, data: Uint8Array): Uint8Array {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return Uint8Array.from(sign(hash, data, isPss ? { key: privateKey, ...pss } : privateKey));
}
