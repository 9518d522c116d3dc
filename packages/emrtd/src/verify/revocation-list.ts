import {
  childrenOf,
  elementAt,
  inside,
  integerOf,
  tagged,
  tags,
  timeOf,
  whole,
  type Element,
} from '../encoding/der.js';
import { isSigned, signatureAlgorithmIn } from './algorithms.js';
import { serialOf, signatureIn, type Certificate } from './certificate.js';
import { countryIn, nameKey } from './names.js';

const MOST_REVOKED = 200_000;

/** A list of certificates that an authority has revoked (RFC 5280, section 5). */
export class RevocationList {
  readonly issuerKey: string;
  /** The state's two-letter code. */
  readonly country: string | undefined;
  readonly from: number;
  /** When the next list is due, in milliseconds since 1970. */
  readonly next: number | undefined;
  readonly serials: ReadonlySet<string>;
  readonly signedPart: Uint8Array;
  private readonly algorithm: Element;
  private readonly signature: Uint8Array;

  constructor(readonly der: Uint8Array) {
    const [body, algorithm, signature] = inside(whole(der), tags.sequence, 3);
    this.signedPart = tagged(body, tags.sequence).raw;
    this.algorithm = tagged(algorithm, tags.sequence);
    this.signature = signatureIn(signature);
    const parts = childrenOf(body, 8);
    if (parts[0]?.tag === tags.integer) integerOf(parts.shift(), 1);
    const [, issuer, from, ...rest] = parts;
    const name = tagged(issuer, tags.sequence);
    this.issuerKey = nameKey(name);
    this.country = countryIn(name);
    this.from = timeOf(from);
    const isTime = rest[0]?.tag === tags.utcTime || rest[0]?.tag === tags.time;
    this.next = isTime ? timeOf(rest.shift()) : undefined;
    const entries = rest[0]?.tag === tags.sequence ? childrenOf(rest[0], MOST_REVOKED) : [];
    this.serials = new Set(entries.map(({ value }) => serialOf(elementAt(value))));
  }

  /** Checks only the signature. The caller must have checked that the authority's name is that of the list's issuer. */
  isSignedBy(issuer: Certificate): boolean {
    return (
      issuer.mayRevoke && isSigned(signatureAlgorithmIn(this.algorithm), issuer.key, this.signedPart, this.signature)
    );
  }

  isStaleAt(now: number): boolean {
    return this.next !== undefined && this.next < now;
  }
}
