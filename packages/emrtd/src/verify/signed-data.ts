import { createHash } from 'node:crypto';
import { hexOf, isSame } from '../encoding/bytes.js';
import { inside, integerOf, octetsOf, oidOf, tagged, tags, whole, type Element } from '../encoding/der.js';
import { hashIn, isSigned, signatureAlgorithmIn, type Hash, type SignatureAlgorithm } from './algorithms.js';
import { Certificate, serialOf } from './certificate.js';
import { nameKey } from './names.js';
import { Refused } from './refusal.js';

const OIDS = {
  signedData: '1.2.840.113549.1.7.2',
  plainData: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  digest: '1.2.840.113549.1.9.4',
} as const;
const MOST_CERTIFICATES = 10;

/** Content with one signature, as in EF.SOD and in master lists (RFC 5652). */
export interface SignedData {
  readonly data: Uint8Array;
  readonly signer: Certificate;
  readonly algorithm: SignatureAlgorithm;
  /** The hash algorithm of the content. */
  readonly hash: Hash;
  /** Whether the content is declared as plain data instead of the expected type, as one state does. */
  readonly isCalledPlain: boolean;
}

/** Verifies the signature with the certificate inside. The caller must check whether that certificate may sign. */
export function readSignedData(bytes: Uint8Array, contentType: string): SignedData {
  const [type, wrapped] = inside(whole(bytes), tags.sequence, 2);
  if (oidOf(type) !== OIDS.signedData) throw new Refused('not_signed_data');
  const [version, , content, ...rest] = inside(whole(tagged(wrapped, 0xa0).value), tags.sequence, 7);
  integerOf(version, 5);
  const [id, inner] = inside(content, tags.sequence, 2);
  const named = oidOf(id);
  if (named !== contentType && named !== OIDS.plainData) throw new Refused('wrong_content', named);
  const data = octetsOf(whole(tagged(inner, 0xa0).value));
  const certificates = certificatesIn(rest.find(({ tag }) => tag === 0xa0));
  const statement = statementIn(rest.at(-1));
  checkAttributes(statement, named, data);
  const signer = signerAmong(certificates, statement.signer);
  const algorithm = signatureAlgorithmIn(statement.algorithm, statement.hash);
  if (!isSigned(algorithm, signer.key, statement.signedBytes, tagged(statement.signature, tags.octets).value))
    throw new Refused('wrong_signature');
  return { data, signer, algorithm, hash: statement.hash, isCalledPlain: named !== contentType };
}

interface SignerStatement {
  readonly signer: Element;
  readonly hash: Hash;
  readonly attributes: ReadonlyMap<string, Element | undefined>;
  readonly signedBytes: Uint8Array;
  readonly algorithm: Element | undefined;
  readonly signature: Element | undefined;
}

function certificatesIn(found: Element | undefined): Certificate[] {
  const all = found ? inside(found, 0xa0, MOST_CERTIFICATES) : [];
  return all.filter(({ tag }) => tag === tags.sequence).map(({ raw }) => new Certificate(raw));
}

function statementIn(found: Element | undefined): SignerStatement {
  const [only, ...others] = inside(found, tags.set, 4);
  if (!only || others.length > 0) throw new Refused('signers', String(others.length + (only ? 1 : 0)));
  const [, signer, digest, ...rest] = inside(only, tags.sequence, 8);
  const attributes = rest[0]?.tag === 0xa0 ? rest.shift() : undefined;
  if (!attributes || !signer) throw new Refused('no_signed_attributes');
  // The signature covers the attributes with the tag of a SET, but they are stored with another tag (RFC 5652, 5.4).
  const signedBytes = Uint8Array.from(attributes.raw);
  signedBytes[0] = tags.set;
  const [algorithm, signature] = rest;
  return { signer, hash: hashIn(digest), attributes: attributesIn(attributes), signedBytes, algorithm, signature };
}

function attributesIn(found: Element): Map<string, Element | undefined> {
  const attributes = new Map<string, Element | undefined>();
  for (const attribute of inside(found, 0xa0, 20)) {
    const [id, values] = inside(attribute, tags.sequence, 2);
    if (attributes.has(oidOf(id))) throw new Refused('attribute_twice');
    attributes.set(oidOf(id), inside(values, tags.set, 2)[0]);
  }
  return attributes;
}

function checkAttributes({ attributes, hash }: SignerStatement, contentType: string, data: Uint8Array): void {
  const digest = attributes.get(OIDS.digest);
  if (oidOf(attributes.get(OIDS.contentType)) !== contentType) throw new Refused('wrong_content', 'attribute');
  if (!digest || !isSame(tagged(digest, tags.octets).value, createHash(hash).update(data).digest()))
    throw new Refused('content_altered');
}

function signerAmong(certificates: readonly Certificate[], id: Element): Certificate {
  const [only, ...others] = certificates.filter(identifiedBy(id));
  if (!only || others.length > 0) throw new Refused('no_signer_certificate');
  return only;
}

function identifiedBy(id: Element): (certificate: Certificate) => boolean {
  if (id.tag === 0x80) return ({ keyId }) => keyId === hexOf(id.value);
  const [issuer, number] = inside(id, tags.sequence, 2);
  const [name, serial] = [nameKey(tagged(issuer, tags.sequence)), serialOf(number)];
  return (certificate) => certificate.serial === serial && certificate.issuerKey === name;
}
