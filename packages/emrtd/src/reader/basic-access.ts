import { concat, isSame, xor } from '../encoding/bytes.js';
import { command, INS } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import { ciphers, macOf } from '../messaging/ciphers.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import type { ChipSession } from './chip-session.js';
import { zoneHash, type ZoneKey } from './zone-key.js';

const cipher = ciphers['3DES'];

/** Derives the keys of basic access control from the printed machine readable zone. */
export function basicAccessKeys(zone: ZoneKey): { encryption: Uint8Array; mac: Uint8Array } {
  const seed = zoneHash(zone).subarray(0, 16);
  return { encryption: cipher.keyOf(seed, 'encryption'), mac: cipher.keyOf(seed, 'mac') };
}

/** Opens an older passport by basic access control (ICAO 9303-11, section 4.3). */
export async function basicAccess(session: ChipSession, zone: ZoneKey): Promise<void> {
  const keys = basicAccessKeys(zone);
  const [nonce, half] = [session.random(8), session.random(16)];
  const challenge = await session.ask(command(INS.challenge, 0, 0, undefined, 8), 'no challenge');
  if (challenge.length !== 8) throw new ChipError('challenge of another length');
  const secret = cipher.encrypt(keys.encryption, concat(nonce, challenge, half));
  const proof = concat(secret, macOf(cipher, keys.mac, secret));
  const answer = await session.ask(command(INS.externalAuthenticate, 0, 0, proof, 40), ACCESS_REFUSED);
  const [sealed, mac] = [answer.subarray(0, 32), answer.subarray(32)];
  if (!isSame(macOf(cipher, keys.mac, sealed), mac)) throw new ChipError('wrong checksum of access control');
  const opened = cipher.decrypt(keys.encryption, sealed);
  if (!isSame(opened.subarray(0, 16), concat(challenge, nonce))) throw new ChipError('answer to another challenge');
  session.messaging = basicMessaging(xor(half, opened.subarray(16)), challenge, nonce);
}

/** Secure messaging after basic access control. The counter starts with the last halves of both nonces. */
export const basicMessaging = (seed: Uint8Array, chipNonce: Uint8Array, readerNonce: Uint8Array): SecureMessaging =>
  new SecureMessaging(
    cipher,
    cipher.keyOf(seed, 'encryption'),
    cipher.keyOf(seed, 'mac'),
    concat(chipNonce.subarray(4), readerNonce.subarray(4)),
  );

export const ACCESS_REFUSED = 'access refused';
