import { createPrivateKey, X509Certificate } from 'node:crypto';
import { issue, newAuthority } from './certificates.js';

/** What development listens with, in PEM. */
export interface CertificateSet {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const HOST = 'localhost';
const ADDRESSES = ['127.0.0.1', '::1'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Apple's systems refuse server certificates that live longer than 825 days. */
const LIFETIME = 820 * DAY;
/** A process that starts today should not meet the end of its certificate while it runs. */
const RENEWED_BEFORE_END = 30 * DAY;

/**
 * An authority and one certificate from it. The authority's key is gone when this returns: a key that lies in data folders,
 * backups and images for years is the greater evil than trusting a new authority every two years, when this set ends.
 */
export async function newCertificateSet(now: Date): Promise<CertificateSet> {
  // An hour back, for virtual machines whose clock is behind.
  const period = { notBefore: new Date(now.getTime() - HOUR), notAfter: new Date(now.getTime() - HOUR + LIFETIME) };
  const authority = await newAuthority(period);
  return { ca: authority.pem, ...(await issue(authority, period, HOST, ADDRESSES)) };
}

/** Whether the three belong together, name this machine, and will do for some time yet. */
export function isUsable({ ca, cert, key }: CertificateSet, now: Date): boolean {
  try {
    const [authority, leaf] = [new X509Certificate(ca), new X509Certificate(cert)];
    return (
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      leaf.checkPrivateKey(createPrivateKey(key)) &&
      leaf.checkHost(HOST) !== undefined &&
      ADDRESSES.every((address) => leaf.checkIP(address) !== undefined) &&
      Date.parse(leaf.validFrom) <= now.getTime() &&
      now.getTime() < Date.parse(leaf.validTo) - RENEWED_BEFORE_END
    );
  } catch {
    return false;
  }
}
