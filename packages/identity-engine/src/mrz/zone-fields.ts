import { FILLER } from './characters.js';
import { textOf, type FieldName, type Format, type Layout } from './layouts.js';

type CutName = 'surname' | 'givenNames';

/** The fields of a machine readable zone in readable form. Dates are `YYYY-MM-DD`; an unknown part is 00. */
export interface ZoneFields {
  readonly format: Format;
  readonly code: string;
  readonly issuer: string;
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  /** Names that fill their field completely, so that they may be truncated. */
  readonly cut?: readonly CutName[];
  readonly nationality: string;
  readonly birthDate: string;
  readonly sex: 'M' | 'F' | 'X';
  readonly expiryDate?: string;
}

export function fieldsOf(lines: readonly string[], layout: Layout, today: Date): ZoneFields {
  const plain = (name: FieldName): string => textOf(lines, layout, name).replaceAll(FILLER, '');
  const [surname = '', given = ''] = textOf(lines, layout, 'names').split('<<', 2);
  const cut = cutNames(lines, layout);
  const expiry = textOf(lines, layout, 'expiryDate');
  const sex = plain('sex');
  const issuer = plain('issuer');
  return {
    format: layout.format,
    code: plain('code'),
    issuer,
    number: plain('number') + plain('numberRest'),
    surname: spaced(surname),
    givenNames: spaced(layout.spans.has('givenNames') ? textOf(lines, layout, 'givenNames') : given),
    ...(cut.length > 0 && { cut }),
    nationality: layout.spans.has('nationality') ? plain('nationality') : issuer,
    birthDate: dated(textOf(lines, layout, 'birthDate'), centuryOfBirth(today)),
    sex: sex === 'M' || sex === 'F' ? sex : 'X',
    ...(expiry === '' ? {} : { expiryDate: dated(expiry, centuryOfExpiry(today)) }),
  };
}

function cutNames(lines: readonly string[], layout: Layout): CutName[] {
  const [names, given] = [textOf(lines, layout, 'names'), textOf(lines, layout, 'givenNames')];
  const isFull = (text: string): boolean => text !== '' && !text.endsWith(FILLER);
  const last: CutName = names.includes('<<') ? 'givenNames' : 'surname';
  return [...(isFull(names) ? [last] : []), ...(isFull(given) ? ['givenNames' as const] : [])];
}

const spaced = (text: string): string => text.split(FILLER).filter(Boolean).join(' ');

/** Returns the full year for a two-digit year. */
type Century = (year: number, date: string) => number;

/** Chooses the century so that the birth date is a calendar date in the past. */
const centuryOfBirth =
  (today: Date): Century =>
  (year, date) => {
    const inThis = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;
    return inThis > today.toISOString().slice(0, 10) || !isDate(inThis) ? 1900 + year : 2000 + year;
  };

/** The same fields with a birth date a hundred years earlier. Undefined if that is not possible. */
export function bornBefore(fields: ZoneFields): ZoneFields | undefined {
  const birthDate = fields.birthDate.replace(/^20/, '19');
  return birthDate === fields.birthDate || !isDate(birthDate) ? undefined : { ...fields, birthDate };
}

/**
 * Chooses the century closest to today, because no document is valid for fifty years or shown that long after its
 * expiry.
 */
const centuryOfExpiry =
  (today: Date): Century =>
  (year) =>
    year + 100 * Math.round((today.getUTCFullYear() - year) / 100);

function dated(text: string, century: Century): string {
  const date = text.replaceAll(FILLER, '0');
  return `${century(Number(date.slice(0, 2)), date)}-${date.slice(2, 4)}-${date.slice(4)}`;
}

const UNKNOWN = FILLER.repeat(6);

/** Whether a zone may contain this date. Month and day may be unknown (fillers); with an unknown year, all must be. */
export function isPlausible(text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  const isUpTo = (part: string, most: number): boolean => part === '<<' || (Number(part) >= 1 && Number(part) <= most);
  return text === UNKNOWN || (/^\d\d$/.test(year) && isUpTo(month, 12) && isUpTo(day, 31));
}

/** Whether the text is a calendar date, whose month or day may be 00 (unknown). */
export function isDate(text: string): boolean {
  const known = text.replaceAll('-00', '-01');
  const day = new Date(`${known}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(known);
}
