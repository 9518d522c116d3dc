import { createHash, generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import * as x509 from '@peculiar/x509';
import type { JWK } from 'jose';

const DAY = 86_400_000;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };
const ES256 = { name: 'ECDSA', hash: 'SHA-256' };

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** DER with lengths of up to two bytes. */
const der = (id: string, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from(size), content]);
};
const small = (id: string, value: number): Buffer => der(id, Buffer.of(value));

interface Issued {
  readonly name: string;
  readonly keys: webcrypto.CryptoKeyPair;
  readonly der: Buffer;
}

interface Asked {
  readonly subject?: string;
  readonly publicKey?: webcrypto.CryptoKey;
  readonly extensions?: x509.Extension[];
  readonly ca?: boolean;
  readonly days?: number;
}

/** What the Keystore of a phone says of a key. A test changes what it is about. */
export interface Described {
  readonly challenge?: string;
  readonly level?: number;
  readonly origin?: number;
  readonly boot?: number;
  readonly app?: string;
  /** The SHA-256 of the certificates that signed the app, in hex. */
  readonly signers?: readonly string[];
  /** Between the root and the certificate of the key. */
  readonly by?: Issued;
  readonly days?: number;
}

/** An app on iOS, and which one it says it is. */
interface AppAttested {
  readonly app?: string;
  readonly says?: string;
  readonly isDevelopment?: boolean;
}

/** The maker of devices that do not exist, with a root of its own. */
export class DeviceMaker {
  private constructor(
    private readonly root: Issued,
    readonly batch: Issued,
  ) {}

  static async create(): Promise<DeviceMaker> {
    x509.cryptoProvider.set(webcrypto);
    const root = await issued(undefined, { subject: 'CN=Root of devices', ca: true });
    return new DeviceMaker(root, await issued(root, { subject: 'CN=A batch of devices', ca: true }));
  }

  get pem(): string {
    return new x509.X509Certificate(new Uint8Array(this.root.der)).toString('pem');
  }

  /** Android Key Attestation. */
  async androidKey(publicKey: JWK, nonce: string, about: Described = {}): Promise<any> {
    const { by = this.batch, days } = about;
    const key = await webcrypto.subtle.importKey('jwk', publicKey, P256, true, ['verify']);
    const extension = new x509.Extension('1.3.6.1.4.1.11129.2.1.17', false, description(nonce, about));
    const leaf = await issued(by, {
      ...{ subject: 'CN=Android Keystore Key', publicKey: key, extensions: [extension] },
      ...(days !== undefined && { days }),
    });
    const chain = by === this.batch ? [leaf, by, this.root] : [leaf, by, this.batch, this.root];
    return { format: 'android-key', x5c: chain.map((one) => one.der.toString('base64url')) };
  }

  /** A key that the phone has attested, and whose owner issues certificates with it. */
  async attestedIssuer(nonce: string): Promise<Issued> {
    const extension = new x509.Extension('1.3.6.1.4.1.11129.2.1.17', false, description(nonce, {}));
    return issued(this.batch, { subject: 'CN=Android Keystore Key', extensions: [extension], ca: true });
  }

  /** App Attest, whose own key vouches for that of the device. */
  async appAttest(
    nonce: string,
    thumbprint: string,
    { app = 'TEAM123456.com.example.bank', says = app, isDevelopment = false }: AppAttested = {},
  ): Promise<any> {
    const own = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
    const point = Buffer.from(await webcrypto.subtle.exportKey('raw', own.publicKey));
    const id = sha256(point);
    const aaguid = isDevelopment
      ? Buffer.from('appattestdevelop')
      : Buffer.concat([Buffer.from('appattest'), Buffer.alloc(7)]);
    const cose = Buffer.from(isoCBOR.encode(new Map([[1, 2]]) as never));
    const authData = Buffer.concat([
      ...[sha256(app), Buffer.of(0x40), Buffer.alloc(4), aaguid, Buffer.of(0, id.length), id, cose],
    ]);
    const inCertificate = der('30', der('a1', der('04', sha256(authData, sha256(`${nonce}.${thumbprint}`)))));
    const extension = new x509.Extension('1.2.840.113635.100.8.2', false, new Uint8Array(inCertificate));
    const leaf = await issued(this.batch, { subject: `CN=key`, publicKey: own.publicKey, extensions: [extension] });
    const statement = new Map<string, unknown>([
      ['x5c', [leaf.der, this.batch.der].map((one) => new Uint8Array(one))],
      ['receipt', new Uint8Array(1)],
    ]);
    return { format: 'apple-appattest', app: says, attestation: cbor('apple-appattest', statement, authData) };
  }

  /** WebAuthn's packed attestation, whose passkey vouches for the key of the device. */
  async packed(nonce: string, thumbprint: string, origin: string): Promise<any> {
    const passkey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = Buffer.from('passkey');
    const authData = Buffer.concat([
      ...[sha256(new URL(origin).hostname), Buffer.of(0x41), Buffer.alloc(4)],
      ...[Buffer.alloc(16), Buffer.of(0, id.length), id, coseOf(passkey.publicKey)],
    ]);
    const challenge = sha256(`${nonce}.${thumbprint}`).toString('base64url');
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false }));
    const leaf = await issued(this.batch, { subject: 'C=DE, O=Maker, OU=Authenticator Attestation, CN=Authenticator' });
    const signature = await webcrypto.subtle.sign(
      ES256,
      leaf.keys.privateKey,
      new Uint8Array(Buffer.concat([authData, sha256(clientData)])),
    );
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(signatureInDer(Buffer.from(signature)))],
      ['x5c', [leaf.der, this.batch.der].map((one) => new Uint8Array(one))],
    ]);
    const text = id.toString('base64url');
    const attestationObject = cbor('packed', statement, authData);
    const response = { clientDataJSON: clientData.toString('base64url'), attestationObject };
    const credential = { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response };
    return { format: 'webauthn', credential };
  }
}

async function issued(
  by: Issued | undefined,
  { subject = 'CN=key', publicKey, extensions = [], ca = false, days = 30 }: Asked,
): Promise<Issued> {
  const keys = await webcrypto.subtle.generateKey(P256, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.create({
    ...{ subject, issuer: by?.name ?? subject, publicKey: publicKey ?? keys.publicKey },
    signingKey: (by?.keys ?? keys).privateKey,
    signingAlgorithm: ES256,
    notBefore: new Date(Date.now() - 60 * DAY),
    notAfter: new Date(Date.now() + days * DAY),
    extensions: [new x509.BasicConstraintsExtension(ca, undefined, true), ...extensions],
  });
  return { name: subject, keys, der: Buffer.from(certificate.rawData) };
}

const description = (
  nonce: string,
  { challenge = nonce, level = 2, origin = 0, boot = 0, app = 'com.example.bank', signers = [] }: Described,
): Uint8Array<ArrayBuffer> => {
  const packages = der('31', der('30', der('04', Buffer.from(app)), small('02', 1)));
  const digests = der('31', ...signers.map((digest) => der('04', Buffer.from(digest, 'hex'))));
  const application = der('bf8545', der('04', der('30', packages, digests)));
  const rootOfTrust = der('30', der('04', Buffer.alloc(32)), small('01', 255), small('0a', boot));
  const hardware = der('30', der('bf853e', small('02', origin)), der('bf8540', rootOfTrust));
  const levels = [small('02', 4), small('0a', level), small('02', 41), small('0a', level)];
  return new Uint8Array(
    der('30', ...levels, der('04', Buffer.from(challenge)), der('04'), der('30', application), hardware),
  );
};

const cbor = (fmt: string, attStmt: Map<string, unknown>, authData: Buffer): string => {
  const object = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', attStmt],
    ['authData', new Uint8Array(authData)],
  ]);
  return Buffer.from(isoCBOR.encode(object as never)).toString('base64url');
};

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
  const members = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(members as never));
}

/** `r` and `s` as two integers. */
function signatureInDer(signature: Buffer): Buffer {
  const integer = (bytes: Buffer): Buffer => {
    const at = bytes.findIndex((byte) => byte !== 0);
    const short = bytes.subarray(at);
    return der('02', (short[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.of(0), short]) : short);
  };
  return der('30', integer(signature.subarray(0, 32)), integer(signature.subarray(32)));
}
