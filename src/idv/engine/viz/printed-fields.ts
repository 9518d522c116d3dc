/** What must be printed for people as it is for machines. Dates are `YYYY-MM-DD`. */
export interface ExpectedFields {
  readonly number: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  readonly expiryDate?: string;
}

export type FieldsFound = { readonly [field in keyof ExpectedFields]?: boolean };

/**
 * Which fields stand in a text that was read from a page. Dates and numbers must be there to the letter, but for characters
 * that look alike; so must each name. One that is not found may have been read wrongly, or be altered.
 */
export function fieldsFoundIn(text: string, expected: ExpectedFields): FieldsFound {
  const page = pageOf(text);
  const { number, surname, givenNames, birthDate, expiryDate } = expected;
  return {
    number: holds(page, [number]),
    surname: wordsOf(surname).every((word) => holdsName(page, word)),
    givenNames: wordsOf(givenNames).every((word) => holdsName(page, word)),
    birthDate: holdsDate(page, birthDate),
    ...(expiryDate !== undefined && { expiryDate: holdsDate(page, expiryDate) }),
  };
}

interface Page {
  /** Each line without what is neither letter nor digit, look-alikes made the same. */
  readonly lines: readonly string[];
  readonly words: ReadonlySet<string>;
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ O: '0', Q: '0', I: '1', L: '1', '|': '1', S: '5', B: '8', Z: '2' },
};
const folded = (text: string): string =>
  text.replace(/[OQIL|SBZ]/g, (character) => LOOK_ALIKES[character] ?? character);

/** ICAO 9303-3, section 6, without what is written in two letters. */
const LIGATURES: Readonly<Record<string, string>> = {
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
};

/** A J without its dot is taken for a bracket. */
const HOOKS = /[)\]]/g;

function pageOf(text: string): Page {
  const plain = text
    .toLocaleUpperCase('en')
    .replace(/[ØÆŒẞŁĐÐÞ]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036F'’]/g, '');
  const lines = [plain, plain.replace(HOOKS, 'J')].flatMap((lettered) =>
    lettered.split('\n').map((line) => folded(line.replace(/[^A-Z0-9|]/g, ''))),
  );
  const words = plain.split(/[^A-Z0-9|]+/).map(folded);
  return { lines: lines.filter(Boolean), words: new Set(words) };
}

const wordsOf = (text: string): string[] => text.split(/[^A-Z0-9]+/).filter(Boolean);

const holds = ({ lines }: Page, texts: readonly string[]): boolean =>
  texts.some((text) => lines.some((line) => line.includes(folded(text))));

const LONG_ENOUGH = 5;

/** Short names are parts of other words by chance: they must be words. */
function holdsName(page: Page, name: string): boolean {
  return spellingsOf(name).some(
    (spelling) => page.words.has(folded(spelling)) || (spelling.length >= LONG_ENOUGH && holds(page, [spelling])),
  );
}

/** Machines read AE where people may read Ä, whose dots are lost. */
const spellingsOf = (name: string): string[] => [
  name,
  name
    .replace(/([AOU])E/g, '$1')
    .replaceAll('AA', 'A')
    .replaceAll('NXX', 'N'),
];

// prettier-ignore
const MONTHS: readonly (readonly string[])[] = [
  ['JAN', 'ENE', 'GEN'], ['FEB', 'FEV'], ['MAR', 'MRZ', 'MRT'], ['APR', 'AVR', 'ABR'], ['MAY', 'MAI', 'MAG', 'MEI'],
  ['JUN', 'JUIN', 'GIU'], ['JUL', 'JUIL', 'LUG'], ['AUG', 'AOU', 'AGO'], ['SEP', 'SET'], ['OCT', 'OKT', 'OTT', 'OUT'],
  ['NOV'], ['DEC', 'DEZ', 'DIC'],
];

function holdsDate(page: Page, date: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-');
  if (day === '00' || month === '00') return holds(page, [year]);
  if (holds(page, [day + month + year, year + month + day, month + day + year])) return true;
  const names = (MONTHS[Number(month) - 1] ?? []).map(folded).join('|');
  const named = new RegExp(
    `(?:${day}|(?<!\\d)${String(Number(day))})(?:${names})[A-Z0-9]{0,8}?(?:${year}|${year.slice(2)}(?!\\d))`,
  );
  return page.lines.some((line) => named.test(line));
}
