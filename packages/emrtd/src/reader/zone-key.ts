import { sha1 } from '@noble/hashes/legacy.js';
import { ascii } from '../encoding/bytes.js';
import { checkDigit } from '../encoding/check-digit.js';

/** Three fields of the machine readable zone, with its fillers. They open the chip. */
export interface ZoneKey {
  readonly number: string;
  /** YYMMDD. */
  readonly birth: string;
  /** YYMMDD. */
  readonly expiry: string;
}

/** A key that a page shows and that opens its chip: its zone, or the card access number that some print beside it. */
export type AccessKey = { readonly zone: ZoneKey } | { readonly can: string };

const withDigit = (field: string): string => field + checkDigit(field);

/** ICAO 9303-11, section 9.7.2. */
export const zoneText = ({ number, birth, expiry }: ZoneKey): string =>
  withDigit(number.padEnd(9, '<')) + withDigit(birth) + withDigit(expiry);

export const zoneHash = (zone: ZoneKey): Uint8Array => sha1(ascii(zoneText(zone)));

/** A password of PACE, with the number of its kind. */
export interface PacePassword {
  readonly kind: 1 | 2;
  readonly bytes: Uint8Array;
}

export const pacePassword = (key: AccessKey): PacePassword =>
  'can' in key ? { kind: 2, bytes: ascii(key.can) } : { kind: 1, bytes: zoneHash(key.zone) };
