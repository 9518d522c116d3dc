import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import type { TestApplication } from './application.js';

/** The page that asks, and for whom; `userVerified` says whether the authenticator looked who is there. */
export interface Place {
  readonly origin: string;
  readonly rpId?: string;
  readonly userVerified?: boolean;
  /** What the browser says where a page of another site has framed the one that asks. */
  readonly framedBy?: { readonly crossOrigin?: boolean; readonly topOrigin?: string };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with one passkey, as WebAuthn has it, which signs whatever challenge it is given. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #used = 0;

  constructor(private readonly place: Place) {}

  static async registered(running: TestApplication, sub: string, framedBy = {}): Promise<Authenticator> {
    const device = new Authenticator({ origin: running.config.authUrl, framedBy });
    const passkey = {
      credentialId: device.id,
      sub,
      userHandle: null,
      name: 'Phone',
      counter: 0,
      transports: [],
      backedUp: false,
    };
    await running.app
      .get(UnitOfWork)
      .run((tx) => running.app.get(PasskeyStore).add(tx, { ...passkey, publicKey: coseOf(device.#key.publicKey) }));
    return device;
  }

  /** The same passkey for a browser under test. */
  get exported(): { readonly credentialId: string; readonly privateKey: string } {
    const pkcs8 = this.#key.privateKey.export({ format: 'der', type: 'pkcs8' });
    return { credentialId: Buffer.from(this.id, 'base64url').toString('base64'), privateKey: pkcs8.toString('base64') };
  }

  /** Its passkey, made for a challenge, as the page's script sends it. Most say nothing of what made them. */
  attest(challenge: string): string {
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(this.#key.publicKey)]);
    const object = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(Buffer.concat([this.#about(ATTESTED), credential]))],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(object)).toString('base64url');
    const clientDataJSON = this.#clientData('webauthn.create', challenge).toString('base64url');
    return this.#sent({ clientDataJSON, attestationObject });
  }

  /** The answer to a challenge, as the page's script sends it. */
  answer(challenge: string, userHandle?: string): string {
    this.#used++;
    const clientData = this.#clientData('webauthn.get', challenge);
    const about = this.#about();
    const signature = sign('sha256', Buffer.concat([about, sha256(clientData)]), this.#key.privateKey);
    return this.#sent({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: about.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(userHandle !== undefined && { userHandle }),
    });
  }

  #sent(response: object): string {
    return JSON.stringify({ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, challenge: string): Buffer {
    const { origin, framedBy } = this.place;
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...framedBy }));
  }

  #about(flags = 0): Buffer {
    const { origin, rpId = new URL(origin).hostname, userVerified = true } = this.place;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#used);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | (userVerified ? VERIFIED : 0)]), count]);
  }
}

/** RFC 9053, 2.1 and 7.1.1: ES256 on P-256. */
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (part: string) => new Uint8Array(Buffer.from(part, 'base64url'));
  const [KEY_TYPE, EC2, ALGORITHM, ES256, CURVE, P256, X, Y] = [1, 2, 3, -7, -1, 1, -2, -3];
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [KEY_TYPE, EC2],
      [ALGORITHM, ES256],
      [CURVE, P256],
      [X, bytes(x)],
      [Y, bytes(y)],
    ]),
  );
}
