import { sha1 } from '@noble/hashes/legacy.js';
import { ascii } from '../encoding/bytes.js';
import { checkDigit } from '../encoding/check-digit.js';

/** The three fields of the machine readable zone that open the chip, with their fillers. */
export interface ZoneKey {
  readonly number: string;
  /** The birth date as YYMMDD. */
  readonly birth: string;
  /** The expiry date as YYMMDD. */
  readonly expiry: string;
}

/**
 * The key that opens the chip: fields of the machine readable zone, or the card access number that some documents
 * print.
 */
export type AccessKey = { readonly zone: ZoneKey } | { readonly can: string };

const withDigit = (field: string): string => field + checkDigit(field);

/** The text from which the keys are derived (ICAO 9303-11, section 9.7.2). */
export const zoneText = ({ number, birth, expiry }: ZoneKey): string =>
  withDigit(number.padEnd(9, '<')) + withDigit(birth) + withDigit(expiry);

export const zoneHash = (zone: ZoneKey): Uint8Array => sha1(ascii(zoneText(zone)));

/** A PACE password, with the number of its type. */
export interface PacePassword {
  readonly kind: 1 | 2;
  readonly bytes: Uint8Array;
}

export const pacePassword = (key: AccessKey): PacePassword =>
  'can' in key ? { kind: 2, bytes: ascii(key.can) } : { kind: 1, bytes: zoneHash(key.zone) };
