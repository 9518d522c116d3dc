import { FILLER } from './characters.js';
import { textOf, type FieldName, type Format, type Layout } from './layouts.js';

type CutName = 'surname' | 'givenNames';

/** Fields of a machine readable zone, in the words of people. Dates are `YYYY-MM-DD`; a part that is not known is 00. */
export interface ZoneFields {
  readonly format: Format;
  readonly code: string;
  readonly issuer: string;
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  /** Which names fill their space to its end: there may be more of them. */
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

/** The year that the first two digits stand for. */
type Century = (year: number, date: string) => number;

/** A date of birth is in the past, and on a day of the calendar. */
const centuryOfBirth =
  (today: Date): Century =>
  (year, date) => {
    const inThis = `20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`;
    return inThis > today.toISOString().slice(0, 10) || !isDate(inThis) ? 1900 + year : 2000 + year;
  };

/** The same fields of a person who is a hundred years older, if such a one could be meant. */
export function bornBefore(fields: ZoneFields): ZoneFields | undefined {
  const birthDate = fields.birthDate.replace(/^20/, '19');
  return birthDate === fields.birthDate || !isDate(birthDate) ? undefined : { ...fields, birthDate };
}

/** No document is valid for fifty years, nor shown so long after its time. */
const centuryOfExpiry =
  (today: Date): Century =>
  (year) =>
    year + 100 * Math.round((today.getUTCFullYear() - year) / 100);

function dated(text: string, century: Century): string {
  const date = text.replaceAll(FILLER, '0');
  return `${century(Number(date.slice(0, 2)), date)}-${date.slice(2, 4)}-${date.slice(4)}`;
}

const UNKNOWN = FILLER.repeat(6);

/** Whether a zone may say so. What is not known of a day is fillers; without its year, nothing is. */
export function isPlausible(text: string): boolean {
  const [year, month, day] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)];
  const isUpTo = (part: string, most: number): boolean => part === '<<' || (Number(part) >= 1 && Number(part) <= most);
  return text === UNKNOWN || (/^\d\d$/.test(year) && isUpTo(month, 12) && isUpTo(day, 31));
}

/** Whether it is a day of the calendar, or a part of one where a part is not known. */
export function isDate(text: string): boolean {
  const known = text.replaceAll('-00', '-01');
  const day = new Date(`${known}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(known);
}
