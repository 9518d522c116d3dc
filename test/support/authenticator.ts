import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { UnitOfWork } from '../../src/shared/persistence/unit-of-work.js';
import type { TestApplication } from './application.js';

const USER_PRESENT_AND_VERIFIED = 0x05;
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A device with a passkey of one user, as WebAuthn has it: it signs challenges after it has looked who is there. */
export class Authenticator {
  #used = 0;

  private constructor(
    private readonly origin: string,
    private readonly credentialId: string,
    private readonly key: KeyObject,
  ) {}

  static async registered(running: TestApplication, sub: string): Promise<Authenticator> {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const credentialId = sha256(sub).toString('base64url');
    const passkey = { credentialId, sub, name: 'Phone', counter: 0, transports: [], backedUp: false };
    await running.app
      .get(UnitOfWork)
      .run((tx) => running.app.get(PasskeyStore).add(tx, { ...passkey, publicKey: coseOf(publicKey) }));
    return new Authenticator(running.config.authUrl, credentialId, privateKey);
  }

  /** The answer to a challenge, as the page's script sends it. */
  answer(challenge: string): string {
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin: this.origin }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++this.#used);
    const about = Buffer.concat([
      sha256(new URL(this.origin).hostname),
      Buffer.from([USER_PRESENT_AND_VERIFIED]),
      count,
    ]);
    const signature = sign('sha256', Buffer.concat([about, sha256(clientData)]), this.key);
    return JSON.stringify({
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: about.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    });
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
