import { childrenOf, whole } from '../encoding/der.js';
import { integer, octets, oid, sequence, setOf, tlv } from '../encoding/der-writer.js';
import type { Hash } from '../verify/algorithms.js';
import { keyIdOf } from './certificates.js';
import { algorithmIdentifier, digestOf, hashIdentifier, signatureBy, type SpecimenKey } from './keys.js';

export interface SignedDataOptions {
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly key: SpecimenKey;
  readonly signerCertificate: Uint8Array;
  readonly certificates: readonly Uint8Array[];
  readonly hash: Hash;
  /** Whether the signer is identified by its key identifier, instead of issuer and serial. */
  readonly isNamedByKey?: boolean;
  readonly attributes?: readonly Uint8Array[];
  readonly hasTwoSigners?: boolean;
}

export const contentTypeAttribute = (type: string): Uint8Array =>
  sequence(oid('1.2.840.113549.1.9.3'), setOf(oid(type)));
export const digestAttribute = (digest: Uint8Array): Uint8Array =>
  sequence(oid('1.2.840.113549.1.9.4'), setOf(octets(digest)));

/** Writes a SignedData that includes its content (RFC 5652). */
export function writeSignedData(options: SignedDataOptions): Uint8Array {
  const { contentType, data, key, hash, isNamedByKey = false } = options;
  const attributes = options.attributes ?? [contentTypeAttribute(contentType), digestAttribute(digestOf(hash, data))];
  const signed = setOf(...attributes);
  const statement = sequence(
    integer(isNamedByKey ? 3 : 1),
    isNamedByKey ? tlv(0x80, keyIdOf(key.spki)) : issuerAndSerial(options.signerCertificate),
    hashIdentifier(hash),
    tlv(0xa0, whole(signed).value),
    algorithmIdentifier(key, hash),
    octets(signatureBy(key, hash, signed)),
  );
  const body = sequence(
    integer(3),
    setOf(hashIdentifier(hash)),
    sequence(oid(contentType), tlv(0xa0, octets(data))),
    tlv(0xa0, ...options.certificates),
    tlv(0x31, statement, options.hasTwoSigners ? statement : []),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), tlv(0xa0, body));
}

function issuerAndSerial(certificate: Uint8Array): Uint8Array {
  const [, serial, , issuer] = childrenOf(childrenOf(whole(certificate))[0]);
  return sequence(issuer?.raw ?? [], serial?.raw ?? []);
}
