import { createHash, type KeyObject } from 'node:crypto';
import { hexOf, isSame } from '../encoding/bytes.js';
import { inside, oidOf, tagged, tags, timeOf, unsigned, whole, type Element } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { isSigned, publicKeyIn, signatureAlgorithmIn } from './algorithms.js';
import { countryIn, nameKey } from './names.js';

const OIDS = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  purposes: '2.5.29.37',
  keyId: '2.5.29.14',
  authorityKeyId: '2.5.29.35',
} as const;
/** Known extensions. A certificate with an unknown critical extension must not be used (RFC 5280, section 4.2). */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(OIDS),
  ...['2.5.29.16', '2.5.29.32', '2.5.29.17', '2.5.29.18', '2.5.29.31', '2.23.136.1.1.6.1', '2.23.136.1.1.6.2'],
]);
const MOST_EXTENSIONS = 40;
/** The shortest RSA key of a certificate. Only keys of older chips may be shorter. */
const LEAST_RSA = 2_048;
const USAGE = { digitalSignature: 0x80, issue: 0x04, revoke: 0x02 } as const;

interface Extension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

/**
 * An X.509 certificate of a state: of an authority, a document signer, or a list signer. A certificate that cannot be
 * parsed completely is refused.
 */
export class Certificate {
  readonly serial: string;
  readonly issuer: Element;
  readonly subject: Element;
  /** The period of validity, in milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly spki: Uint8Array;
  readonly unknownCritical: readonly string[];
  /** The names of the holder and the issuer, normalized so that they can be compared. */
  readonly subjectKey: string;
  readonly issuerKey: string;
  /** The two-letter country code. */
  readonly country: string | undefined;
  readonly isAuthority: boolean;
  /** The extended key usages; undefined without that extension. */
  readonly purposes: readonly string[] | undefined;
  readonly keyId: string | undefined;
  readonly authorityKeyId: string | undefined;
  private readonly usage: number | undefined;
  private readonly signedPart: Uint8Array;
  private readonly algorithm: Element;
  private readonly signature: Uint8Array;
  private readKey: KeyObject | undefined;
  private hash: string | undefined;

  constructor(readonly der: Uint8Array) {
    const [body, algorithm, signature] = inside(whole(der), tags.sequence, 3);
    this.signedPart = tagged(body, tags.sequence).raw;
    this.algorithm = tagged(algorithm, tags.sequence);
    this.signature = signatureIn(signature);
    const parts = inside(body, tags.sequence, 12);
    if (parts[0]?.tag === tags.context) parts.shift();
    const [serial, inner, issuer, validity, subject, spki, ...rest] = parts;
    if (!isSame(tagged(inner, tags.sequence).raw, this.algorithm.raw)) throw new Malformed('two algorithms');
    this.serial = serialOf(serial);
    this.issuer = tagged(issuer, tags.sequence);
    this.subject = tagged(subject, tags.sequence);
    const [from, until] = inside(validity, tags.sequence, 2);
    [this.from, this.until] = [timeOf(from), timeOf(until)];
    this.spki = tagged(spki, tags.sequence).raw;
    const extensions = extensionsIn(rest.find(({ tag }) => tag === 0xa3));
    this.unknownCritical = [...extensions].flatMap(([id, { isCritical }]) =>
      isCritical && !KNOWN.has(id) ? [id] : [],
    );
    [this.subjectKey, this.issuerKey] = [nameKey(this.subject), nameKey(this.issuer)];
    this.country = countryIn(this.subject);
    const read = <T>(id: string, how: (found: Element) => T): T | undefined => {
      const found = extensions.get(id);
      return found && how(whole(found.value));
    };
    this.isAuthority = read(OIDS.basicConstraints, isAuthorityIn) ?? false;
    this.usage = read(OIDS.keyUsage, (found) => tagged(found, tags.bits).value[1] ?? 0);
    this.purposes = read(OIDS.purposes, (found) => inside(found, tags.sequence, 20).map(oidOf));
    this.keyId = read(OIDS.keyId, (found) => hexOf(tagged(found, tags.octets).value));
    this.authorityKeyId = read(OIDS.authorityKeyId, authorityKeyIdIn);
  }

  get key(): KeyObject {
    return (this.readKey ??= publicKeyIn(this.spki, LEAST_RSA));
  }

  /** The SHA-256 of the certificate in DER. */
  get fingerprint(): string {
    return (this.hash ??= createHash('sha256').update(this.der).digest('hex'));
  }

  /**
   * Whether this authority may issue certificates. The key usage decides where there is one: eight real authorities on
   * master lists have basic constraints that deny it or are missing.
   */
  get mayIssue(): boolean {
    return this.usage === undefined ? this.isAuthority : (this.usage & USAGE.issue) !== 0;
  }

  get mayRevoke(): boolean {
    return this.usage === undefined || (this.usage & USAGE.revoke) !== 0;
  }

  get maySign(): boolean {
    return ((this.usage ?? 0) & USAGE.digitalSignature) !== 0;
  }

  isSignedBy(issuer: Certificate): boolean {
    return isSigned(signatureAlgorithmIn(this.algorithm), issuer.key, this.signedPart, this.signature);
  }

  isValidAt(now: number): boolean {
    return this.from <= now && now <= this.until;
  }
}

function isAuthorityIn(found: Element): boolean {
  const [first] = inside(found, tags.sequence, 2);
  return first?.tag === tags.boolean && first.value[0] !== 0;
}

function authorityKeyIdIn(found: Element): string | undefined {
  const id = inside(found, tags.sequence, 3).find(({ tag }) => tag === 0x80);
  return id && hexOf(id.value);
}

export const serialOf = (found: Element | undefined): string => hexOf(unsigned(tagged(found, tags.integer).value));

/** The bytes of a bit string without unused bits. */
export function signatureIn(found: Element | undefined): Uint8Array {
  const { value } = tagged(found, tags.bits);
  if (value[0] !== 0) throw new Malformed('signature');
  return value.subarray(1);
}

function extensionsIn(wrapped: Element | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>();
  for (const extension of wrapped ? inside(whole(wrapped.value), tags.sequence, MOST_EXTENSIONS) : []) {
    const [id, ...rest] = inside(extension, tags.sequence, 3);
    const name = oidOf(id);
    if (found.has(name)) throw new Malformed('extension twice');
    const isCritical = rest.length === 2 && (rest[0]?.value[0] ?? 0) !== 0;
    found.set(name, { isCritical, value: tagged(rest.at(-1), tags.octets).value });
  }
  return found;
}
