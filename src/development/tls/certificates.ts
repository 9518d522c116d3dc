import { isIPv4 } from 'node:net';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import type { X509Certificate } from '@peculiar/x509';

const NAME_CONSTRAINTS_OID = '2.5.29.30';

/**
 * The DER encoding of a NameConstraints extension (RFC 5280, 4.2.1.10) that permits only these names. The certificate
 * library does not support this extension. Every length here is below 128, so one byte encodes it.
 */
function permittedNames(dnsName: string, addresses: readonly string[]): Buffer {
  const names = [
    der(0x82, Buffer.from(dnsName, 'ascii')),
    ...addresses.map((address) => der(0x87, oneAddress(address))),
  ];
  const subtrees = names.map((name) => der(SEQUENCE, name));
  return der(SEQUENCE, der(0xa0, Buffer.concat(subtrees)));
}

const SEQUENCE = 0x30;

function der(tag: number, content: Buffer): Buffer {
  if (content.length > 127) throw new RangeError('Too long for the short form of a DER length');
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

/** Encodes an IP address with a full mask, which makes it a range of one address. */
function oneAddress(address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : loopback6(address);
  return Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)]);
}

function loopback6(address: string): Buffer {
  if (address !== '::1') throw new RangeError(`Not an address that is needed here: ${address}`);
  return Buffer.from([...Array<number>(15).fill(0), 1]);
}

/** A certificate authority in memory. Its private key cannot be exported, so it is never stored. */
export interface Authority {
  readonly pem: string;
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
}

export interface Issued {
  readonly cert: string;
  readonly key: string;
}

export interface Period {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const ES256 = { name: 'ECDSA', hash: 'SHA-256' };

/**
 * Creates an authority that may issue certificates only for this machine. A client that trusts it does not accept a
 * certificate from it for any other name.
 */
export async function newAuthority(period: Period, addresses: readonly string[]): Promise<Authority> {
  const x509 = await library();
  const keys = await webcrypto.subtle.generateKey(P256, false, ['sign', 'verify']);
  // Trust stores list authorities by name, so the name contains a random part for each data folder.
  const name = `CN=Countersign development CA ${randomBytes(4).toString('hex')}`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...period,
    name,
    keys,
    serialNumber: newSerial(),
    signingAlgorithm: ES256,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.Extension(NAME_CONSTRAINTS_OID, true, permittedNames('localhost', addresses)),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { pem: pemOf(certificate), name, keys };
}

/**
 * Issues a server certificate. It has the names as subject alternative names, because clients ignore the common name.
 */
export async function issue(
  by: Authority,
  period: Period,
  dnsName: string,
  addresses: readonly string[],
): Promise<Issued> {
  const x509 = await library();
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    ...period,
    subject: `CN=${dnsName}`,
    issuer: by.name,
    publicKey: keys.publicKey,
    signingKey: by.keys.privateKey,
    serialNumber: newSerial(),
    signingAlgorithm: ES256,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: dnsName },
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(by.keys.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { cert: pemOf(certificate), key: key.toString() };
}

/** Adds the final line break that the library leaves out, so that PEM files can be concatenated to a chain. */
const pemOf = (certificate: X509Certificate): string => `${certificate.toString('pem')}\n`;

/**
 * Loads the certificate library only when a certificate must be created, because loading it takes a tenth of a second.
 */
async function library() {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  return x509;
}

/**
 * A serial number with 126 random bits. The first two bits are 01, so that the DER integer is positive and has no
 * leading zero.
 */
function newSerial(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8() & 0x3f) | 0x40);
  return bytes.toString('hex');
}
