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
/** Extensions that are known. Another one that is critical makes a certificate unusable (RFC 5280, section 4.2). */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(OIDS),
  ...['2.5.29.16', '2.5.29.32', '2.5.29.17', '2.5.29.18', '2.5.29.31', '2.23.136.1.1.6.1', '2.23.136.1.1.6.2'],
]);
const MOST_EXTENSIONS = 40;
const USAGE = { digitalSignature: 0x80, issue: 0x04, revoke: 0x02 } as const;
const DISTANT = 8_640_000_000_000_000;

interface Extension {
  readonly isCritical: boolean;
  readonly value: Uint8Array;
}

/** A certificate of a state (X.509): of an authority, a signer of documents, or a signer of lists. */
export class Certificate {
  readonly serial: string;
  readonly issuer: Element;
  readonly subject: Element;
  /** Milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly spki: Uint8Array;
  readonly unknownCritical: readonly string[];
  private readonly signedPart: Uint8Array;
  private readonly algorithm: Element;
  private readonly signature: Uint8Array;
  private readonly extensions: ReadonlyMap<string, Extension>;
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
    if (this.until > DISTANT) throw new Malformed('validity');
    this.spki = tagged(spki, tags.sequence).raw;
    this.extensions = extensionsIn(rest.find(({ tag }) => tag === 0xa3));
    this.unknownCritical = [...this.extensions].flatMap(([id, { isCritical }]) =>
      isCritical && !KNOWN.has(id) ? [id] : [],
    );
  }

  get key(): KeyObject {
    return (this.readKey ??= publicKeyIn(this.spki));
  }

  /** SHA-256 of its bytes. */
  get fingerprint(): string {
    return (this.hash ??= createHash('sha256').update(this.der).digest('hex'));
  }

  /** Two letters. */
  get country(): string | undefined {
    return countryIn(this.subject);
  }

  get subjectKey(): string {
    return nameKey(this.subject);
  }

  get issuerKey(): string {
    return nameKey(this.issuer);
  }

  get isAuthority(): boolean {
    const found = this.extension(OIDS.basicConstraints);
    return found !== undefined && (inside(found, tags.sequence, 2)[0]?.value[0] ?? 0) !== 0;
  }

  /**
   * Whether an authority of a list, whose publisher vouches for it, may issue. Eight real ones deny it in their basic
   * constraints, or say nothing: the key usage decides.
   */
  get mayIssue(): boolean {
    return this.usage === undefined ? this.isAuthority : (this.usage & USAGE.issue) !== 0;
  }

  get mayRevoke(): boolean {
    return this.usage === undefined || (this.usage & USAGE.revoke) !== 0;
  }

  get maySign(): boolean {
    return this.usage !== undefined && (this.usage & USAGE.digitalSignature) !== 0;
  }

  /** Extended key usage; undefined where it names none. */
  get purposes(): readonly string[] | undefined {
    const found = this.extension(OIDS.purposes);
    return found && inside(found, tags.sequence, 20).map(oidOf);
  }

  get keyId(): string | undefined {
    const found = this.extension(OIDS.keyId);
    return found && hexOf(tagged(found, tags.octets).value);
  }

  get authorityKeyId(): string | undefined {
    const found = this.extension(OIDS.authorityKeyId);
    const id = found && inside(found, tags.sequence, 3).find(({ tag }) => tag === 0x80);
    return id && hexOf(id.value);
  }

  isSignedBy(issuer: Certificate): boolean {
    return isSigned(signatureAlgorithmIn(this.algorithm), issuer.key, this.signedPart, this.signature);
  }

  isValidAt(now: number): boolean {
    return this.from <= now && now <= this.until;
  }

  private get usage(): number | undefined {
    const found = this.extension(OIDS.keyUsage);
    return found && (tagged(found, tags.bits).value[1] ?? 0);
  }

  private extension(id: string): Element | undefined {
    const found = this.extensions.get(id);
    return found && whole(found.value);
  }
}

export const serialOf = (found: Element | undefined): string => hexOf(unsigned(tagged(found, tags.integer).value));

/** A bit string whose bits are all used. */
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
