import type { Certificate } from './certificate.js';
import { Refused } from './refusal.js';
import type { RevocationList } from './revocation-list.js';

const ANY_PURPOSE = '2.5.29.37.0';

/** The revocation state of a signer's certificate: `unknown` without a list, `stale` if a newer list is due. */
export type Revocation = 'good' | 'unknown' | 'stale';

export interface CheckedSigner {
  readonly authority: Certificate;
  readonly revocation: Revocation;
}

/** The trusted authorities, by name. An empty store trusts nobody. */
export class TrustStore {
  private readonly byName = new Map<string, Certificate[]>();
  private readonly blocked = new Set<string>();
  private readonly revocations = new Map<string, RevocationList>();

  constructor(authorities: readonly Certificate[] = []) {
    for (const authority of authorities) this.add(authority);
  }

  add(authority: Certificate): void {
    const others = this.named(authority.subjectKey);
    if (others.some(({ fingerprint }) => fingerprint === authority.fingerprint)) return;
    this.byName.set(authority.subjectKey, [...others, authority]);
  }

  /**
   * Distrusts the certificate with this fingerprint, whether of an authority or of a signer, because the operator says
   * so.
   */
  block(fingerprint: string): void {
    this.blocked.add(fingerprint);
  }

  /** Adds a new key of an authority, if the old key has signed its link certificate. */
  addLink(link: Certificate, now: number): void {
    const [issuer] = this.issuersOf(link, now);
    if (!issuer || !link.mayIssue || link.country !== issuer.country) throw new Refused('link_not_trusted');
    this.add(link);
  }

  addRevocations(list: RevocationList, now: number): void {
    const issuer = this.named(list.issuerKey).find((one) => one.isValidAt(now) && list.isSignedBy(one));
    if (!issuer) throw new Refused('revocations_not_trusted');
    const before = this.revocations.get(list.issuerKey);
    if (!before || before.from < list.from) this.revocations.set(list.issuerKey, list);
  }

  /** Checks whether a document signer may sign, and looks up its revocation state. */
  check(signer: Certificate, now: number): CheckedSigner {
    if (this.blocked.has(signer.fingerprint)) throw new Refused('signer_revoked', 'blocked');
    if (signer.unknownCritical.length > 0) throw new Refused('signer_not_allowed', 'critical extension');
    if (!signer.maySign) throw new Refused('signer_not_allowed', 'key usage');
    if (signer.isAuthority) throw new Refused('signer_not_allowed', 'an authority');
    if (signer.purposes?.some((purpose) => purpose !== ANY_PURPOSE))
      throw new Refused('signer_not_allowed', 'other purpose');
    const [authority] = this.issuersOf(signer, now);
    if (!authority) throw new Refused('issuer_not_trusted', signer.country);
    if (!signer.isValidAt(now)) throw new Refused('signer_expired');
    if (authority.country !== signer.country) throw new Refused('signer_not_allowed', 'country');
    return { authority, revocation: this.revocationOf(signer, now) };
  }

  private revocationOf(signer: Certificate, now: number): Revocation {
    const list = this.revocations.get(signer.issuerKey);
    if (list?.serials.has(signer.serial)) throw new Refused('signer_revoked');
    if (!list) return 'unknown';
    return list.isStaleAt(now) ? 'stale' : 'good';
  }

  /**
   * The authorities that have signed the certificate. A state has up to nineteen keys under one name, so all are tried,
   * beginning with the one whose key identifier the certificate names.
   */
  private issuersOf(certificate: Certificate, now: number): Certificate[] {
    const wanted = certificate.authorityKeyId;
    return this.named(certificate.issuerKey)
      .filter((one) => !this.blocked.has(one.fingerprint) && one.mayIssue && one.isValidAt(now))
      .sort((one, other) => Number(other.keyId === wanted) - Number(one.keyId === wanted))
      .filter((one) => hasSigned(one, certificate));
  }

  private named(nameKey: string): Certificate[] {
    return this.byName.get(nameKey) ?? [];
  }
}

function hasSigned(authority: Certificate, certificate: Certificate): boolean {
  try {
    return certificate.isSignedBy(authority);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}
