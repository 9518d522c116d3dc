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

/** Fields whose printed text must match the machine readable data. Dates are `YYYY-MM-DD`. */
export interface ExpectedFields {
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  readonly expiryDate?: string;
}

export type FieldName = keyof ExpectedFields;

/** `other`: similar text was found, so it is altered or misread. `unseen`: no similar text was found. */
export type FieldSeen = 'same' | 'other' | 'unseen';
export type FieldsSeen = { readonly [field in FieldName]?: FieldSeen };

/** The way in which a document prints its fields. */
export interface Writing {
  /**
   * Accepts dates that print the month before the day and the year last. On other documents, such text means another
   * date.
   */
  readonly monthFirst?: boolean;
  /** Fields whose last word may be longer in print: the machine readable zone had no space for all of it. */
  readonly cut?: readonly FieldName[];
  /**
   * The issuing state. Its national letters, which the machine readable zone writes differently, are accepted in print.
   */
  readonly state?: string;
}

/**
 * Compares the text of a page with the expected fields. Dates, numbers and names must match exactly, except for
 * characters that look alike. A field that differs may be misread or altered.
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

/**
 * Whether a line contains all words of a name in order, even if the spaces between them were not read. Only for names
 * of several words with at least five characters in total: a shorter text may occur by chance.
 */
function isWithoutSpaces({ lines }: PrintedText, field: FieldName, value: string): boolean {
  const words = isNameField(field) ? wordsOf(value) : [];
  const joined = words.join('');
  return words.length > 1 && joined.length >= LONG_ENOUGH && lines.some((line) => holdsWhole(line, joined));
}

/**
 * Number of characters in which a line differs from a field: 0 if it holds the field, undefined if nothing is similar.
 */
export function distanceOf(line: string, field: FieldName, value: string, writing: Writing = {}): number | undefined {
  const page = printedText(line);
  if (isDateField(field) && holdsMonth(line, value)) return SAME_MONTH;
  const parts = spellingsOf(field, value, writing).filter((spellings) => !isOn(page, spellings));
  if (parts.length === 0) return 0;
  const distances = parts.flatMap((spellings) => nearest(page, spellings) ?? []);
  return distances.length === 0 ? undefined : Math.min(...distances);
}

/** Whether a line holds the field if repeated characters are merged in both. */
export function isWithDoublesMerged(line: string, field: FieldName, value: string, writing: Writing = {}): boolean {
  const merged = printedText(line).lines.map(({ text }) => withoutRuns(text));
  return spellingsOf(field, value, writing).some(({ texts }) =>
    texts.some((text) => text !== withoutRuns(text) && merged.some((read) => read.includes(withoutRuns(text)))),
  );
}

const withoutRuns = (text: string): string => text.toUpperCase().replace(/(.)\1+/g, '$1');

/** One part of a field, with all its accepted spellings. */
interface Spellings {
  readonly texts: readonly string[];
  readonly pattern?: RegExp;
  /** The text must match a whole printed word: a short name may be part of other words by chance. */
  readonly asWord: boolean;
  /** If true, the printed text must have no characters before or after the expected one. For numbers and names. */
  readonly isWhole?: boolean;
  /** Exception to `isWhole`: the printed text may continue at the end. */
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

/** Most characters that may differ: a third of the text, and at most three. Beyond that, it is another text. */
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

/**
 * The words of a name in capitals without accents, because licences print small letters and accents. A word in another
 * script is never found.
 */
const wordsOf = (value: string): string[] =>
  withoutAccents(value)
    .toUpperCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

const nameSpellings = (words: readonly string[], isCut: boolean, state: string): Spellings[] =>
  words.map((word, i) => {
    const texts = printedSpellings(word, state);
    // The O' of Irish names is a separate word in the machine readable zone, but not in print.
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

/**
 * The month in the issuer's own language, printed before the known name. Its letters are converted as in `digitsFor`.
 */
const OWN_MONTH = '(?:[A-Y01258]{3,5}?)?';
/** A month after a single digit: its first letter must not be one that `digitsFor` reads as a second digit. */
const OWN_MONTH_AFTER_ONE = '(?:[AC-HJ-NP-RT-Y][A-Y01258]{2,4}?)?';

const DAY = '(?:0[1-9]|[12]\\d|3[01])';
const MONTH = '(?:0[1-9]|1[0-2])';
const ANY_MONTH = MONTHS.flat().map(digitsFor).join('|');

/**
 * If the machine readable zone omits the day, no full date may be printed: an altered expiry date would otherwise be
 * valid until the end of its year.
 */
const yearWithoutDay = (year: string): RegExp => {
  const named = `(?:0[1-9]|[1-9]\\d?)${OWN_MONTH}(?:${ANY_MONTH})[A-Z0-9]{0,8}?`;
  return new RegExp(
    `^(?!.*${ILLEGIBLE})(?!.*(?:${DAY}${MONTH}|${MONTH}${DAY}|${named})${year})(?!.*${year}${MONTH}${DAY}).*${year}`,
  );
};

const isDateField = (field: FieldName): boolean => field === 'birthDate' || field === 'expiryDate';

/**
 * The distance assumed for a line that names the right month: it may hold the date, but its distance cannot be
 * computed.
 */
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
