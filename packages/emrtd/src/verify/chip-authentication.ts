import { createECDH, ECDH } from 'node:crypto';
import { inside, tagged, tags, whole } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { command, INS, OK } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import { cipherOf, type Cipher } from '../messaging/ciphers.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import { publicKeyIn } from './algorithms.js';
import { Refused } from './refusal.js';
import type { SecurityInfos } from './security-infos.js';

const FAMILY = '0.4.0.127.0.7.2.2.3.2.';
/** The protocol of a key for which DG14 names none: 3DES (ICAO 9303-11, section 6.2.2). */
const DEFAULT = `${FAMILY}1`;

/** The chip's key for chip authentication, with which we agree on a secret (ICAO 9303-11, section 6.2). */
export interface AgreementKey {
  readonly protocol: string;
  readonly keyId: number | undefined;
  readonly spki: Uint8Array;
}

/**
 * The key of the chip with the strongest protocol that both sides support, from the signed DG14. Undefined if there is
 * none.
 */
export function agreementKeyIn({ keys, ways }: SecurityInfos): AgreementKey | undefined {
  const found = keys
    .filter(({ kind }) => kind === 'ECDH')
    .flatMap(({ spki, keyId }) => {
      const fitting = ways
        .filter(({ keyId: other }) => other === keyId || other === undefined || keyId === undefined)
        .map(({ protocol }) => protocol)
        .filter((protocol) => cipherOf(protocol, FAMILY))
        .sort();
      const protocol = fitting.at(-1) ?? (ways.length === 0 ? DEFAULT : undefined);
      return protocol ? [{ protocol, keyId, spki }] : [];
    });
  return found[0];
}

/** Creates our ephemeral private key, for one reading. */
export function newAgreement(key: AgreementKey): Uint8Array {
  const own = createECDH(curveOf(key));
  own.generateKeys();
  return Uint8Array.from(own.getPrivateKey());
}

/**
 * A challenge that the phone passes on: our public key, and a command encrypted with keys that only we and the chip can
 * derive.
 */
export interface AgreementRequest {
  readonly protocol: string;
  readonly keyId: number | undefined;
  readonly publicKey: Uint8Array;
  readonly command: Uint8Array;
}

export function agreementRequest(key: AgreementKey, privateKey: Uint8Array): AgreementRequest {
  const { messaging, publicKey } = agreed(key, privateKey);
  return { protocol: key.protocol, keyId: key.keyId, publicKey, command: messaging.protect(SELECT_SOD) };
}

/** Whether the answer to our command is genuine. Only a chip with the private key can encrypt it. */
export function isAgreementAnswer(key: AgreementKey, privateKey: Uint8Array, answer: Uint8Array): boolean {
  const { messaging } = agreed(key, privateKey);
  messaging.protect(SELECT_SOD);
  try {
    return messaging.open(answer).status === OK;
  } catch (error) {
    if (error instanceof ChipError || error instanceof Malformed) return false;
    throw error;
  }
}

const SELECT_SOD = command(INS.select, 0x02, 0x0c, Uint8Array.of(0x01, 0x1d));

/** The session keys that only we and the chip can derive, and our public key. */
export function agreed(
  key: AgreementKey,
  privateKey: Uint8Array,
): { messaging: SecureMessaging; publicKey: Uint8Array } {
  const curve = curveOf(key);
  const own = createECDH(curve);
  own.setPrivateKey(privateKey);
  const secret = own.computeSecret(ECDH.convertKey(pointIn(key.spki), curve) as Buffer);
  const cipher = cipherOf(key.protocol, FAMILY) as Cipher;
  return { messaging: SecureMessaging.of(cipher, secret), publicKey: Uint8Array.from(own.getPublicKey()) };
}

function curveOf({ spki }: AgreementKey): string {
  const { namedCurve } = publicKeyIn(spki).asymmetricKeyDetails ?? {};
  if (!namedCurve) throw new Refused('key_not_allowed', 'key of the chip');
  return namedCurve;
}

const pointIn = (spki: Uint8Array): Uint8Array =>
  tagged(inside(whole(spki), tags.sequence, 2)[1], tags.bits).value.subarray(1);
