import { concat, isSame, type Part } from '../encoding/bytes.js';
import { inside, integerOf, oidOf, tags, whole } from '../encoding/der.js';
import { oid, tlv } from '../encoding/der-writer.js';
import { Malformed } from '../encoding/malformed.js';
import { command, INS, type Command } from '../messaging/apdu.js';
import { ChipError } from '../messaging/chip-error.js';
import { cipherOf, macOf, type Cipher } from '../messaging/ciphers.js';
import { SecureMessaging } from '../messaging/secure-messaging.js';
import { ACCESS_REFUSED } from './basic-access.js';
import type { ChipSession } from './chip-session.js';
import { curves, pointBytes, pointIn, scalarOf, xOf, type Curve } from './curves.js';
import type { PacePassword } from './zone-key.js';

/** The OID prefix of PACE with elliptic curves and generic mapping. */
const FAMILY = '0.4.0.127.0.7.2.2.4.2.';
const VERSION = 2;
const DYNAMIC = 0x7c;
const CHAINED = 0x10;

export interface PaceWay {
  readonly protocol: string;
  readonly parameter: number;
  readonly cipher: Cipher;
  readonly curve: Curve;
}

/** The PACE variant of a protocol and curve, or undefined if we do not support it. */
export function paceWay(protocol: string, parameter: number): PaceWay | undefined {
  const [cipher, curve] = [cipherOf(protocol, FAMILY), curves.get(parameter)];
  return cipher && curve && { protocol, parameter, cipher, curve };
}

/** The variants in EF.CardAccess that we also support, in the chip's order. */
export function paceWaysIn(cardAccess: Uint8Array): PaceWay[] {
  return inside(whole(cardAccess), tags.set, 40).flatMap((info) => {
    const [id, version, parameter] = inside(info, tags.sequence, 4);
    const protocol = oidOf(id);
    if (!protocol.startsWith(FAMILY) || !parameter || integerOf(version) !== VERSION) return [];
    return paceWay(protocol, integerOf(parameter)) ?? [];
  });
}

/** Opens the chip by PACE (ICAO 9303-11, section 4.4). */
export async function pace(session: ChipSession, way: PaceWay, password: PacePassword): Promise<void> {
  const { curve, cipher, protocol } = way;
  const begin = concat(tlv(0x80, oid(protocol).subarray(2)), tlv(0x83, [password.kind]), tlv(0x84, [way.parameter]));
  await session.ask(command(INS.manage, 0xc1, 0xa4, begin), 'PACE not taken');
  const exchange = async (sent: Part, tag: number, otherwise: string): Promise<Uint8Array> =>
    answerIn(await session.ask(general(sent), otherwise), tag);

  const sealed = await exchange([], 0x80, 'no nonce');
  if (sealed.length !== 16) throw new Malformed('nonce');
  const nonce = cipher.decrypt(cipher.keyOf(password.bytes, 'password'), sealed);
  const [first, second] = [scalarOf(curve, session.random(64)), scalarOf(curve, session.random(64))];

  const ownMapping = pointBytes(curve, curve.Point.BASE.multiply(first));
  const mapping = pointIn(curve, await exchange(tlv(0x81, ownMapping), 0x82, 'no mapping'));
  const base = curve.Point.BASE.multiply(scalarOf(curve, nonce)).add(mapping.multiply(first));
  base.assertValidity();

  const own = base.multiply(second);
  const chip = pointIn(curve, await exchange(tlv(0x83, pointBytes(curve, own)), 0x84, 'no key'));
  if (chip.equals(own)) throw new ChipError('our own point came back');
  const secret = xOf(curve, chip.multiply(second));
  const macKey = cipher.keyOf(secret, 'mac');

  const proof = tlv(0x85, paceToken(way, macKey, pointBytes(curve, chip)));
  const token = answerIn(await session.ask(general(proof, true), ACCESS_REFUSED), 0x86);
  if (!isSame(token, paceToken(way, macKey, pointBytes(curve, own)))) throw new ChipError('wrong token of PACE');
  session.messaging = SecureMessaging.of(cipher, secret);
}

/** The token with which one side proves that it knows the shared secret. It is computed over the other side's point. */
export const paceToken = ({ cipher, protocol }: PaceWay, macKey: Uint8Array, point: Uint8Array): Uint8Array =>
  macOf(cipher, macKey, tlv(0x7f49, oid(protocol), tlv(0x86, point)));

const general = (data: Part, isLast = false): Command =>
  command(INS.generalAuthenticate, 0, 0, tlv(DYNAMIC, data), 256, isLast ? 0 : CHAINED);

function answerIn(data: Uint8Array, tag: number): Uint8Array {
  const [found] = inside(whole(data), DYNAMIC, 3);
  if (found?.tag !== tag) throw new Malformed('answer of PACE');
  return found.value;
}
