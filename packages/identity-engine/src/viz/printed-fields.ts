import {
  distanceWithin,
  holds,
  holdsWhole,
  isSame,
  printedText,
  withoutAccents,
  type PrintedText,
} from './printed-text.js';
import { ILLEGIBLE } from './likeliest-text.js';
import { printedSpellings } from './national-letters.js';

/** Fields that must be printed for people as they are for machines. Dates are `YYYY-MM-DD`. */
export interface ExpectedFields {
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  readonly expiryDate?: string;
}

export type FieldName = keyof ExpectedFields;

/** `other`: nearly the same is there, altered or read wrongly. `unseen`: nothing like it is there. */
export type FieldSeen = 'same' | 'other' | 'unseen';
export type FieldsSeen = { readonly [field in FieldName]?: FieldSeen };

/** How they are written there. */
export interface Writing {
  /** The month may stand before the day and the year behind it. Elsewhere, such a date is another day. */
  readonly monthFirst?: boolean;
  /** Whose last word may go on: among machine readable text there was no more space. */
  readonly cut?: readonly FieldName[];
  /** The state whose language it is: its letters are written otherwise in the machine readable zone. */
  readonly state?: string;
}

/**
 * Which fields stand in a text that was read from a page. Dates and numbers must be there to the letter, but for characters
 * that look alike; so must each name. One that is not the same may have been read wrongly, or be altered.
 */
export function fieldsSeenIn(text: string, expected: Partial<ExpectedFields>, writing: Writing = {}): FieldsSeen {
  const page = printedText(text);
  const { surname = '', givenNames = '' } = expected;
  const together = [`${surname} ${givenNames}`, `${givenNames} ${surname}`];
  const areTogether = surname !== '' && together.some((names) => isWithoutSpaces(page, 'surname', names));
  const seen = Object.entries(expected).map(([field, value]: [string, string]) => [
    field,
    (areTogether && isNameField(field)) || isWithoutSpaces(page, field as FieldName, value)
      ? 'same'
      : seenOn(page, spellingsOf(field as FieldName, value, writing)),
  ]);
  return Object.fromEntries(seen) as FieldsSeen;
}

const isNameField = (field: string): boolean => field === 'givenNames' || field === 'surname';

/** Names in a row, of which some are too short to be looked for alone, and whose spaces were not read. */
function isWithoutSpaces({ lines }: PrintedText, field: FieldName, value: string): boolean {
  const words = isNameField(field) ? wordsOf(value) : [];
  const joined = words.join('');
  return words.length > 1 && joined.length >= LONG_ENOUGH && lines.some((line) => holdsWhole(line, joined));
}

/** How far a line is from a field: nought if it holds it, undefined if there is nothing like it. */
export function distanceOf(line: string, field: FieldName, value: string, writing: Writing = {}): number | undefined {
  const page = printedText(line);
  if (isDateField(field) && holdsMonth(line, value)) return SAME_MONTH;
  const parts = spellingsOf(field, value, writing).filter((spellings) => !isOn(page, spellings));
  if (parts.length === 0) return 0;
  const distances = parts.flatMap((spellings) => nearest(page, spellings) ?? []);
  return distances.length === 0 ? undefined : Math.min(...distances);
}

/** Whether a line would hold the field if, in both, each run of one character were that character once. */
export function isWithDoublesMerged(line: string, field: FieldName, value: string, writing: Writing = {}): boolean {
  const merged = printedText(line).lines.map(({ text }) => withoutRuns(text));
  return spellingsOf(field, value, writing).some(({ texts }) =>
    texts.some((text) => text !== withoutRuns(text) && merged.some((read) => read.includes(withoutRuns(text)))),
  );
}

const withoutRuns = (text: string): string => text.toUpperCase().replace(/(.)\1+/g, '$1');

/** A part of a field, in all the ways in which it may be written. */
interface Spellings {
  readonly texts: readonly string[];
  readonly pattern?: RegExp;
  /** Short names are parts of other words by chance: they must be words. */
  readonly asWord: boolean;
  /** Nothing may be added to it: a number or a name. */
  readonly isWhole?: boolean;
  /** But at its end. */
  readonly goesOn?: boolean;
}

function seenOn(page: PrintedText, parts: readonly Spellings[]): FieldSeen {
  const missing = parts.filter((spellings) => !isOn(page, spellings));
  if (missing.length === 0) return 'same';
  return missing.every((spellings) => nearest(page, spellings) === undefined) ? 'unseen' : 'other';
}

const isOn = ({ lines, words }: PrintedText, spellings: Spellings): boolean => {
  const { texts, pattern, asWord, isWhole = false, goesOn = false } = spellings;
  const isIn = isWhole ? holdsWhole : holds;
  return (
    texts.some((text) =>
      asWord
        ? words.some((word) => isSame(goesOn ? word.slice(0, text.length) : word, text))
        : lines.some((line) => isIn(line, text)),
    ) ||
    (pattern !== undefined && lines.some((line) => pattern.test(digitsFor(line.text))))
  );
};

/** A third of the characters, and three at most: what is farther is another text. */
const mostWrong = (text: string): number => Math.min(3, Math.floor(text.length / 3));

function nearest({ lines, words }: PrintedText, { texts, asWord }: Spellings): number | undefined {
  const distances = texts.flatMap((text) =>
    (asWord ? words : lines.flatMap((line) => line.text.split(ILLEGIBLE)))
      .filter((line) => !asWord || Math.abs(line.length - text.length) <= 1)
      .map((line) => distanceWithin(line, text))
      .filter((distance) => distance <= mostWrong(text)),
  );
  return distances.length === 0 ? undefined : Math.min(...distances);
}

const LONG_ENOUGH = 5;

function spellingsOf(
  field: FieldName,
  value: string,
  { monthFirst = false, cut = [], state = '' }: Writing,
): Spellings[] {
  switch (field) {
    case 'number':
      return [{ texts: [wordsOf(value).join('')], asWord: false, isWhole: true }];
    case 'surname':
    case 'givenNames':
      return nameSpellings(wordsOf(value), cut.includes(field), state);
    case 'birthDate':
    case 'expiryDate':
      return [dateSpellings(value, monthFirst)];
  }
}

/** Licences may have small letters, accents and hyphens. What is no letter of the Latin alphabet is found nowhere. */
const wordsOf = (value: string): string[] =>
  withoutAccents(value)
    .toUpperCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

const nameSpellings = (words: readonly string[], isCut: boolean, state: string): Spellings[] =>
  words.map((word, i) => {
    const texts = printedSpellings(word, state);
    // An O' of Irish names is a word of its own for machines, and none for people.
    const joined = word.length < 3 ? [word + (words[i + 1] ?? ''), (words[i - 1] ?? '') + word] : [];
    const spellings = [...texts, ...joined.filter((text) => text !== word)];
    const goesOn = isCut && i === words.length - 1;
    return { texts: spellings, asWord: goesOn || word.length < LONG_ENOUGH, isWhole: true, goesOn };
  });

// oxfmt-ignore
const MONTHS: readonly (readonly string[])[] = [
  ['JAN', 'ENE', 'GEN'], ['FEB', 'FEV'], ['MAR', 'MRZ', 'MRT'], ['APR', 'AVR', 'ABR'], ['MAY', 'MAI', 'MAG', 'MEI'],
  ['JUN', 'JUIN', 'GIU'], ['JUL', 'JUIL', 'LUG'], ['AUG', 'AOU', 'AGO'], ['SEP', 'SET'], ['OCT', 'OKT', 'OTT', 'OUT'],
  ['NOV'], ['DEC', 'DEZ', 'DIC'],
];

const SAME_DIGITS: Readonly<Record<string, string>> = { O: '0', I: '1', '|': '1', S: '5', B: '8', Z: '2' };
const digitsFor = (line: string): string =>
  line.toUpperCase().replace(/[OI|SBZ]/g, (letter) => SAME_DIGITS[letter] ?? letter);

/** The month in the issuer's own language, before the name that is known; its letters as `digitsFor` has them. */
const OWN_MONTH = '(?:[A-Y01258]{3,5}?)?';
/** After a single digit it must not begin with what may be another one. */
const OWN_MONTH_AFTER_ONE = '(?:[AC-HJ-NP-RT-Y][A-Y01258]{2,4}?)?';

const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0[1-9]|1[0-2])';
const ANY_MONTH = MONTHS.flat().map(digitsFor).join('|');

/** Where machines do not know the day, people read none: whoever alters a date of expiry would gain the rest of its year. */
const yearWithoutDay = (year: string): RegExp => {
  const named = `(?:0[1-9]|[1-9]\\d?)${OWN_MONTH}(?:${ANY_MONTH})[A-Z0-9]{0,8}?`;
  return new RegExp(
    `^(?!.*${ILLEGIBLE})(?!.*(?:${DAY}${MONTH}|${MONTH}${DAY}|${named})${year})(?!.*${year}${MONTH}${DAY}).*${year}`,
  );
};

const isDateField = (field: FieldName): boolean => field === 'birthDate' || field === 'expiryDate';

/** A line with the name of the right month may hold the date; how far it is from it cannot be counted. */
const SAME_MONTH = 1;
function holdsMonth(line: string, date: string): boolean {
  const names = (MONTHS[Number(date.slice(5, 7)) - 1] ?? []).map(digitsFor);
  return printedText(line).lines.some(({ text }) => names.some((name) => digitsFor(text).includes(name)));
}

function dateSpellings(date: string, monthFirst: boolean): Spellings {
  const [year = '', month = '', day = ''] = date.split('-');
  if (day === '00' || month === '00') return { texts: [], pattern: yearWithoutDay(year), asWord: false };
  const names = (MONTHS[Number(month) - 1] ?? []).map(digitsFor).join('|');
  const days = `${day}${OWN_MONTH}|(?<!\\d)${String(Number(day))}${OWN_MONTH_AFTER_ONE}`;
  const years = `${year}|(?<![12]\\d)${year.slice(2)}(?!\\d)`;
  const pattern = new RegExp(`(?:${days})(?:${names})[A-Z0-9]{0,8}?(?:${years})`);
  const texts = [day + month + year, year + month + day, ...(monthFirst ? [month + day + year] : [])];
  return { texts, pattern, asWord: false };
}
