import { ascii, bytesOf, concat, fromHex } from '../encoding/bytes.js';
import { checkDigit } from '../encoding/check-digit.js';
import { integer, oid, sequence, setOf, tlv } from '../encoding/der-writer.js';
import type { SpecimenKey } from './keys.js';

export interface ZoneFields {
  readonly issuer?: string;
  readonly nationality?: string;
  readonly number?: string;
  readonly birth?: string;
  readonly expiry?: string;
  readonly surname?: string;
  readonly given?: string;
  readonly sex?: string;
}

const withDigit = (field: string): string => field + checkDigit(field);

/** Both lines of a passport's machine readable zone, joined. */
export function zoneLines(fields: ZoneFields = {}): string {
  const { issuer = 'UTO', number = 'L898902C3', birth = '740812', expiry = '320415', sex = 'F' } = fields;
  const { surname = 'ERIKSSON', given = 'ANNA<MARIA', nationality = issuer } = fields;
  const first = `P<${issuer.padEnd(3, '<')}${surname}<<${given}`.padEnd(44, '<').slice(0, 44);
  const [head, born, end] = [withDigit(number.padEnd(9, '<')), withDigit(birth), withDigit(expiry)];
  const personal = withDigit('<'.repeat(14));
  const all = checkDigit(head + born + end + personal);
  return first + head + nationality.padEnd(3, '<') + born + sex + end + personal + all;
}

/** Writes DG1. */
export const writeZone = (zone: ZoneFields | string = {}): Uint8Array =>
  tlv(0x61, tlv(0x5f1f, ascii(typeof zone === 'string' ? zone : zoneLines(zone))));

export interface FaceOptions {
  readonly faces?: number;
  readonly instances?: number;
  /** A wrong length to write for the picture, instead of the real one. */
  readonly length?: number;
}

/** Writes DG2 in the format of ISO 19794-5. */
export function writePortrait(image: Uint8Array, { faces = 1, instances = 1, length }: FaceOptions = {}): Uint8Array {
  const information = concat(new Uint8Array(16), [1], new Uint8Array(11));
  const face = concat(bytesOf(length ?? 32 + image.length, 4), information, image);
  const head = concat(ascii('FAC\u0000010\u0000'), bytesOf(14 + face.length * faces, 4), bytesOf(faces, 2));
  const record = concat(head, ...Array.from({ length: faces }, () => face));
  const header = tlv(0xa1, fromHex('800201018101028201008702010188020008'));
  const instance = tlv(0x7f60, header, tlv(0x5f2e, record));
  return tlv(0x75, tlv(0x7f61, integer(instances), ...Array.from({ length: instances }, () => instance)));
}

/** Writes DG2 in the format of ISO 39794-5, with the picture and few other fields. */
export function writeNewPortrait(image: Uint8Array, { faces = 1 }: FaceOptions = {}): Uint8Array {
  const picture = tlv(0xa1, tlv(0xa0, tlv(0xa0, tlv(0x80, image))));
  const face = sequence(tlv(0xa0, tlv(0x80, [1])), picture);
  const block = tlv(0x7f2e, tlv(0xa0, tlv(0x80, [3])), tlv(0xa1, ...Array.from({ length: faces }, () => face)));
  return tlv(0x75, tlv(0x7f61, integer(1), tlv(0x7f60, tlv(0xa1, tlv(0x80, [3])), block)));
}

/** The protocols of chip authentication, by cipher. */
export const agreementProtocols = {
  '3DES': '0.4.0.127.0.7.2.2.3.2.1',
  'AES-128': '0.4.0.127.0.7.2.2.3.2.2',
  'AES-192': '0.4.0.127.0.7.2.2.3.2.3',
  'AES-256': '0.4.0.127.0.7.2.2.3.2.4',
} as const;

export interface ChipInfos {
  readonly key?: { readonly spki: Uint8Array } | undefined;
  readonly keyId?: number | undefined;
  readonly protocol?: string | undefined;
  /** The algorithm of active authentication. */
  readonly active?: string | undefined;
}

/** Writes DG14. */
export function writeSecurityInfos({
  key,
  keyId,
  protocol = agreementProtocols['AES-128'],
  active,
}: ChipInfos): Uint8Array {
  const id = keyId === undefined ? [] : integer(keyId);
  const ofKey = key
    ? [sequence(oid('0.4.0.127.0.7.2.2.1.2'), key.spki, id), sequence(oid(protocol), integer(1), id)]
    : [];
  const ofActive = active ? [sequence(oid('2.23.136.1.1.5'), integer(1), oid(active))] : [];
  return tlv(0x6e, setOf(...ofKey, ...ofActive));
}

/** Writes DG15. */
export const writeActiveKey = ({ spki }: SpecimenKey): Uint8Array => tlv(0x6f, spki);

export interface PaceParameters {
  readonly protocol: string;
  readonly parameter: number;
}

export const writeCardAccess = ({ protocol, parameter }: PaceParameters): Uint8Array =>
  setOf(sequence(oid(protocol), integer(2), integer(parameter)));
