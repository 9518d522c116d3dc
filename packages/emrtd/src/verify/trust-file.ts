import { childrenOf, tags, whole } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { Certificate } from './certificate.js';
import { RevocationList } from './revocation-list.js';

/** A trust file. Its kind is recognized by the content, not by the file name. */
export type TrustFile =
  | { readonly kind: 'master-list'; readonly der: Uint8Array }
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'revocations'; readonly list: RevocationList };

const PEM = /-----BEGIN [A-Z0-9 ]+-----([A-Za-z0-9+/=\s]+)-----END/;

/** Reads a trust file in DER or PEM. */
export function readTrustFile(bytes: Uint8Array): TrustFile {
  const der = derIn(bytes);
  const [first] = childrenOf(whole(der, tags.sequence), 3);
  if (first?.tag === tags.oid) return { kind: 'master-list', der };
  // Certificates of version 3, which all states use, begin with a tagged version. Revocation lists do not.
  const isCertificate = childrenOf(first, 12)[0]?.tag === tags.context;
  return isCertificate
    ? { kind: 'certificate', certificate: new Certificate(der) }
    : { kind: 'revocations', list: new RevocationList(der) };
}

function derIn(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === tags.sequence) return bytes;
  const [, base64] = PEM.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  if (base64 === undefined) throw new Malformed('neither DER nor PEM');
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}
