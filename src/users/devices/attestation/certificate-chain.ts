import { X509Certificate } from 'node:crypto';
import { childrenOf, type Element, oidOf, whole } from '@countersign/emrtd/der';
import { refusedAttestation } from './device-attestation.js';

const MOST_CERTIFICATES = 6;

/**
 * Whether the chain leads to one of the roots. Throws if the certificates do not form a valid chain at the time `now`.
 */
export function leadsToRoot(chain: readonly X509Certificate[], roots: readonly X509Certificate[], now: Date): boolean {
  const last = chain.at(-1);
  if (!last || chain.length > MOST_CERTIFICATES) throw refusedAttestation('It has no certificates, or too many');
  chain.forEach((certificate, at) => {
    const issuer = chain[at + 1];
    if (issuer && !isIssued(certificate, issuer)) throw refusedAttestation('Its certificates are no chain');
  });
  const isRoot = (root: X509Certificate): boolean => keyOf(root).equals(keyOf(last));
  const endsWithRoot = roots.some(isRoot);
  const dated = endsWithRoot ? chain.slice(0, -1) : chain;
  if (!dated.every((certificate) => isValidAt(certificate, now)))
    throw refusedAttestation('One of its certificates is not valid now');
  return endsWithRoot || roots.some((root) => isIssued(last, root));
}

/**
 * Whether the issuer is a CA and has issued the certificate. The certificate of an attested key is not a CA
 * certificate, so an attested key cannot attest others.
 */
const isIssued = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const keyOf = ({ publicKey }: X509Certificate): Buffer => publicKey.export({ type: 'spki', format: 'der' });

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date): boolean =>
  Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo);

export function certificateIn(der: Uint8Array): X509Certificate {
  try {
    const certificate = new X509Certificate(der);
    // Throws for the point at infinity, which OpenSSL accepts as a public key, but which crashes Node when it is used.
    certificate.publicKey.export({ type: 'spki', format: 'der' });
    return certificate;
  } catch {
    throw refusedAttestation('One of its certificates cannot be read');
  }
}

/** Returns the child elements of an ASN.1 element. If the element is missing, there are none. */
export const within = (element: Element | undefined): Element[] => (element ? childrenOf(element) : []);

export const tagged = (elements: readonly Element[], tag: number): Element | undefined =>
  elements.find((element) => element.tag === tag);

/** Returns the value of a certificate's extension (RFC 5280, 4.1). */
export function extensionOf(certificate: Uint8Array, oid: string): Element | undefined {
  const [tbs] = childrenOf(whole(certificate));
  const [list] = within(tagged(within(tbs), 0xa3));
  for (const extension of within(list)) {
    const [name, ...rest] = within(extension);
    const value = oidOf(name) === oid ? tagged(rest, 0x04)?.value : undefined;
    if (value) return whole(value);
  }
  return undefined;
}
