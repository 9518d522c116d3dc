import { fromHex } from '../encoding/bytes.js';
import { bits, integer, octets, sequence, setOf, time, tlv } from '../encoding/der-writer.js';
import type { Hash } from '../verify/algorithms.js';
import { nameOf, writeCertificate, type CertificateOptions } from './certificates.js';
import { algorithmIdentifier, digestOf, hashIdentifier, newKey, signatureBy, type SpecimenKey } from './keys.js';
import { writeSignedData, type SignedDataOptions } from './signed-data.js';

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;

export interface StateOptions {
  readonly country?: string;
  readonly authorityKey?: string | SpecimenKey;
  readonly signerKey?: string | SpecimenKey;
  readonly hash?: Hash;
  readonly authorityHash?: Hash;
  readonly authority?: Partial<CertificateOptions>;
}

export type DataGroups = Readonly<Record<number, Uint8Array>>;

/** Changes to a signed object, for documents that must be refused. */
export type ObjectOptions = Partial<SignedDataOptions> & {
  readonly groupHash?: Hash;
  readonly list?: readonly (readonly [number, Uint8Array])[];
};

/** A fictitious state: its certificate authority, document signer, master lists and revocation lists. */
export class SpecimenState {
  readonly name: Uint8Array;
  readonly hash: Hash;
  readonly signerKey: SpecimenKey;
  authorityKey: SpecimenKey;
  /** The certificates of the authority and the document signer, in DER. */
  authority: Uint8Array;
  signer: Uint8Array;
  private readonly country: string;
  private readonly authorityHash: Hash;

  constructor(options: StateOptions = {}) {
    const { country = 'UT', authorityKey = 'brainpoolP384r1', signerKey = 'brainpoolP256r1' } = options;
    this.country = country;
    this.hash = options.hash ?? 'sha256';
    this.authorityHash = options.authorityHash ?? 'sha384';
    this.name = nameOf(country, 'CSCA');
    this.authorityKey = keyFrom(authorityKey);
    this.signerKey = keyFrom(signerKey);
    this.authority = this.ownCertificate(options.authority);
    this.signer = this.certify(this.signerKey);
  }

  /** Issues a certificate, by default for a document signer. */
  certify(key: SpecimenKey, options: Partial<CertificateOptions> = {}): Uint8Array {
    const subject = nameOf(this.country, 'DS');
    return writeCertificate({
      key,
      by: this.authorityKey,
      hash: this.authorityHash,
      subject,
      issuer: this.name,
      ...options,
    });
  }

  /** Gives the authority a new key. Returns the link certificate, which the old key signed. */
  rollOver(): Uint8Array {
    const key = newKey('brainpoolP384r1');
    const link = this.certify(key, { subject: this.name, isAuthority: true });
    this.authorityKey = key;
    this.authority = this.ownCertificate();
    this.signer = this.certify(this.signerKey);
    return link;
  }

  /** Writes EF.SOD for these data groups. */
  securityObject(groups: DataGroups, options: ObjectOptions = {}): Uint8Array {
    const { groupHash = this.hash, list, ...rest } = options;
    const hashes =
      list ?? Object.entries(groups).map(([number, file]) => [Number(number), digestOf(groupHash, file)] as const);
    const entries = hashes.map(([number, hash]) => sequence(integer(number), octets(hash)));
    const data = sequence(integer(0), hashIdentifier(groupHash), sequence(...entries));
    return tlv(0x77, writeSignedData({ ...this.asSigner('2.23.136.1.1.1', data), ...rest }));
  }

  masterList(certificates: readonly Uint8Array[], options: Partial<CertificateOptions> = {}): Uint8Array {
    const key = newKey('prime256v1');
    const subject = nameOf(this.country, 'List signer');
    const signer = this.certify(key, { subject, purposes: ['2.23.136.1.1.3'], ...options });
    const data = sequence(integer(0), setOf(...certificates));
    const signed = { contentType: '2.23.136.1.1.2', data, key, hash: 'sha256' } as const;
    return writeSignedData({ ...signed, signerCertificate: signer, certificates: [signer, this.authority] });
  }

  /** Writes a revocation list. Serials are hexadecimal. */
  revocations(serials: readonly string[], next = Date.now() + 30 * DAY): Uint8Array {
    const algorithm = algorithmIdentifier(this.authorityKey, this.authorityHash);
    const from = time(Date.now() - DAY);
    const entries = serials.map((serial) =>
      sequence(integer(fromHex(serial.padStart(serial.length + (serial.length % 2), '0'))), from),
    );
    const revoked = entries.length > 0 ? sequence(...entries) : [];
    const body = sequence(integer(1), algorithm, this.name, from, time(next), revoked);
    return sequence(body, algorithm, bits(signatureBy(this.authorityKey, this.authorityHash, body)));
  }

  private asSigner(contentType: string, data: Uint8Array): SignedDataOptions {
    const { signerKey: key, signer, hash } = this;
    return { contentType, data, key, hash, signerCertificate: signer, certificates: [signer] };
  }

  private ownCertificate(options: Partial<CertificateOptions> = {}): Uint8Array {
    const until = Date.now() + 15 * YEAR;
    return this.certify(this.authorityKey, { subject: this.name, isAuthority: true, until, ...options });
  }
}

const keyFrom = (given: string | SpecimenKey): SpecimenKey => (typeof given === 'string' ? newKey(given) : given);
