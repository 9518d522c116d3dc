import { createHash, randomBytes } from 'node:crypto';
import { ascii, type Part } from '../encoding/bytes.js';
import { bits, integer, octets, oid, sequence, setOf, time, tlv, TRUE } from '../encoding/der-writer.js';
import type { Hash } from '../verify/algorithms.js';
import { algorithmIdentifier, signatureBy, type SpecimenKey } from './keys.js';

const YEAR = 365.25 * 86_400_000;
const COUNTRY = '2.5.4.6';

/** Writes a distinguished name. */
export const nameOf = (country: string, common: string): Uint8Array =>
  sequence(
    ...[
      [COUNTRY, country],
      ['2.5.4.10', 'Utopia'],
      ['2.5.4.3', common],
    ].map(([id = '', text = '']) => setOf(sequence(oid(id), tlv(id === COUNTRY ? 0x13 : 0x0c, ascii(text))))),
  );

export interface CertificateOptions {
  readonly key: SpecimenKey;
  readonly by: SpecimenKey;
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  readonly hash: Hash;
  readonly serial?: Uint8Array;
  readonly from?: number;
  readonly until?: number;
  readonly isAuthority?: boolean;
  /** The bits of the key usage; null omits the extension. */
  readonly usage?: number | null;
  readonly purposes?: readonly string[];
  readonly extra?: readonly Uint8Array[];
}

export function writeCertificate(options: CertificateOptions): Uint8Array {
  const { key, by, subject, issuer, hash, isAuthority = false } = options;
  const {
    serial = Uint8Array.from(randomBytes(8)),
    from = Date.now() - YEAR,
    until = Date.now() + 10 * YEAR,
  } = options;
  const algorithm = algorithmIdentifier(by, hash);
  const extensions = extensionsOf({
    ...options,
    usage: options.usage === undefined ? (isAuthority ? 0x06 : 0x80) : options.usage,
  });
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(serial),
    algorithm,
    issuer,
    sequence(time(from), time(until)),
    subject,
    key.spki,
    tlv(0xa3, extensions),
  );
  return sequence(body, algorithm, bits(signatureBy(by, hash, body)));
}

function extensionsOf({ key, by, usage, isAuthority, purposes, extra = [] }: CertificateOptions): Uint8Array {
  const parts: Part[] = [
    extension('2.5.29.35', sequence(tlv(0x80, keyIdOf(by.spki)))),
    extension('2.5.29.14', octets(keyIdOf(key.spki))),
    typeof usage === 'number' ? extension('2.5.29.15', bits([usage], usage === 0x80 ? 7 : 1), true) : [],
    isAuthority ? extension('2.5.29.19', sequence(TRUE, integer(0)), true) : [],
    purposes ? extension('2.5.29.37', sequence(...purposes.map(oid)), true) : [],
    ...extra,
  ];
  return sequence(...parts);
}

export const keyIdOf = (spki: Uint8Array): Uint8Array => Uint8Array.from(createHash('sha1').update(spki).digest());

export const extension = (id: string, value: Uint8Array, isCritical = false): Uint8Array =>
  sequence(oid(id), isCritical ? TRUE : [], octets(value));
