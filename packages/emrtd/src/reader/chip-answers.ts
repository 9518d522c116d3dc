import { bytesOf, concat } from '../encoding/bytes.js';
import { oid, tlv } from '../encoding/der-writer.js';
import { unsigned } from '../encoding/der.js';
import { command, INS } from '../messaging/apdu.js';
import type { ChipSession } from './chip-session.js';

/** The service's challenges for the chip. */
export interface ChipChallenge {
  /** Active authentication: the chip signs the nonce. */
  readonly active?: { readonly nonce: Uint8Array } | undefined;
  /**
   * Chip authentication: the service and the chip agree on keys, and the service sends a command that is encrypted with
   * them.
   */
  readonly chip?: ChipKeyAgreement | undefined;
}

export interface ChipKeyAgreement {
  readonly protocol: string;
  readonly keyId?: number | undefined;
  readonly publicKey: Uint8Array;
  readonly command: Uint8Array;
}

export interface ChipAnswers {
  readonly active?: Uint8Array | undefined;
  readonly chip?: Uint8Array | undefined;
}

const LONGEST_ANSWER = 65_536;
const OF_3DES = '.3.2.1';

/**
 * Passes the service's challenges to the chip. Chip authentication comes last, because afterwards only the service
 * knows the session keys.
 */
export async function answersOf(session: ChipSession, challenge: ChipChallenge): Promise<ChipAnswers> {
  const active = challenge.active && (await signed(session, challenge.active.nonce));
  const chip = challenge.chip && (await agreed(session, challenge.chip));
  return { ...(active && { active }), ...(chip && { chip }) };
}

const signed = (session: ChipSession, nonce: Uint8Array): Promise<Uint8Array> =>
  session.ask(command(INS.internalAuthenticate, 0, 0, nonce, LONGEST_ANSWER), 'no answer to the challenge');

async function agreed(
  session: ChipSession,
  { protocol, keyId, publicKey, ...of }: ChipKeyAgreement,
): Promise<Uint8Array> {
  const id = keyId === undefined ? [] : tlv(0x84, unsigned(bytesOf(keyId, 4)));
  if (protocol.endsWith(OF_3DES))
    await session.ask(command(INS.manage, 0x41, 0xa6, concat(tlv(0x91, publicKey), id)), 'key not taken');
  else {
    const way = concat(tlv(0x80, oid(protocol).subarray(2)), id);
    await session.ask(command(INS.manage, 0x41, 0xa4, way), 'way not taken');
    const key = tlv(0x7c, tlv(0x80, publicKey));
    await session.ask(command(INS.generalAuthenticate, 0, 0, key, 256), 'key not taken');
  }
  session.messaging = undefined;
  return session.transceive(of.command);
}
