import { isDate } from '../mrz/zone-fields.js';

/** The fields in the PDF417 of a North American driving licence. Dates are `YYYY-MM-DD`. */
export interface LicenceFields {
  readonly country: string;
  readonly jurisdiction: string;
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  readonly expiryDate: string;
  readonly sex: 'M' | 'F' | 'X';
}

/**
 * The header in the AAMVA DL/ID Card Design Standard, annex D: compliance indicator, three separators, file type,
 * issuer, version, number of entries.
 */
const HEADER = /^@\n.\r(?:ANSI |AAMVA)(\d{6})(\d{2})(?:\d{2})?(\d{2})/;
/** The designator of a subfile: its type, and its offset and length with four digits each. */
const DESIGNATOR = /(DL|ID)(\d{4})(\d{4})/g;
const ELEMENT = /^([A-Z]{3})(.*)$/;
const CANADA = 'CAN';

/**
 * Limits for values. Real licences contain no longer texts or other characters, and the values are passed on to pages
 * and other programs.
 */
const NUMBER = /^(?=.*[A-Z0-9])[A-Z0-9 *./-]{1,25}$/i;
const NAME = /^(?=.*\p{L})[\p{L}\p{M}\d '’.,/()-]{1,80}$/u;
const COUNTRY = /^[A-Z]{3}$/;
/** Values of missing or unknown fields. */
const ABSENT: ReadonlySet<string> = new Set(['', 'NONE', 'unavl']);
const JURISDICTION = /^[A-Z]{0,3}$/;

/** The fields of a licence. Undefined if the text has another format, or its header contradicts its content. */
export function licenceFieldsIn(text: string, today = new Date()): LicenceFields | undefined {
  const header = HEADER.exec(text);
  const elements = header && elementsIn(text, header[0].length);
  if (!elements) return undefined;
  const value = (...names: readonly string[]): string =>
    names.map((name) => elements.get(name)?.trim() ?? '').find((found) => !ABSENT.has(found)) ?? '';
  const country = value('DCG') || 'USA';
  const [birthDate, expiryDate] = [dated(value('DBB'), country), dated(value('DBA'), country)];
  if (birthDate === undefined || expiryDate === undefined || Date.parse(birthDate) > today.getTime()) return undefined;
  const [number, jurisdiction, surname] = [value('DAQ'), value('DAJ'), value('DCS', 'DAB')];
  const givenNames = [value('DAC', 'DCT'), value('DAD')].filter(Boolean).join(' ').replaceAll(',', ' ');
  const isPlain = NUMBER.test(number) && COUNTRY.test(country) && JURISDICTION.test(jurisdiction);
  if (!isPlain || !NAME.test(surname) || (givenNames !== '' && !NAME.test(givenNames))) return undefined;
  const sex = SEXES[value('DBC')] ?? 'X';
  return { country, jurisdiction, number, surname, givenNames, birthDate, expiryDate, sex };
}

const SEXES: Readonly<Record<string, 'M' | 'F'>> = { '1': 'M', '2': 'F', M: 'M', F: 'F' };

/**
 * The elements of the first subfile: one per line, named by three letters. The first element follows the subfile's type
 * without a line break.
 */
function elementsIn(text: string, afterHeader: number): ReadonlyMap<string, string> | undefined {
  DESIGNATOR.lastIndex = afterHeader;
  const found = DESIGNATOR.exec(text);
  const [start, length] = [Number(found?.[2]), Number(found?.[3])];
  const subfile = text.slice(start, start + length);
  if (!found || found.index !== afterHeader || !subfile.startsWith(found[1] ?? '')) return undefined;
  const lines = subfile.slice(2).split(/[\n\r]/);
  return new Map(
    lines.flatMap((line) => {
      const [, name, value] = ELEMENT.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/**
 * Parses a date. Canada puts the year first, the United States last. Unlike in the machine readable zone of other
 * documents, no part of it may be unknown.
 */
function dated(digits: string, country: string): string | undefined {
  if (!/^\d{8}$/.test(digits)) return undefined;
  const part = (from: number, to: number): string => digits.slice(from, to);
  const date =
    country === CANADA ? `${part(0, 4)}-${part(4, 6)}-${part(6, 8)}` : `${part(4, 8)}-${part(0, 2)}-${part(2, 4)}`;
  return isDate(date) && !date.includes('-00') ? date : undefined;
}
