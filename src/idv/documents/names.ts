interface Names {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

interface PrintedNames {
  readonly firstNames: string | null;
  readonly lastNames: string | null;
}

/**
 * Whether the names on a document can match those in the user's record. Documents print names in capitals without
 * accents, truncate long ones, and contain all given names where a record may contain only one.
 */
export function namesMatch({ firstName, lastName }: Names, { firstNames, lastNames }: PrintedNames): boolean {
  return matches(firstName, firstNames) && matches(lastName, lastNames);
}

/** Whether a recorded and a printed name can be the same. True if either is missing. */
export function matches(recorded: string | null, printed: string | null): boolean {
  if (recorded === null || printed === null) return true;
  const [wanted, found] = [spellings(recorded), spellings(printed)];
  if (wanted.some(isUncomparable) || found.some(isUncomparable)) return true;
  return wanted.some((one) => found.some((other) => fits(one, other)));
}

/**
 * Whether every word of the name with fewer words matches a word of the other name. Two words match if they are equal,
 * or if the shorter one has at least four letters and the longer one begins with it. Names that differ only in spaces
 * match too.
 */
function fits(one: readonly string[], other: readonly string[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.every((word) => more.some((candidate) => sameWord(word, candidate))) || one.join('') === other.join('');
}

const SHORTEST_CUT = 4;

const sameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= SHORTEST_CUT && (one.startsWith(other) || other.startsWith(one)));

/** A name without Latin letters is not compared, because its transliteration on the document is not known. */
const isUncomparable = (words: readonly string[]): boolean => words.length === 0;

/** ICAO 9303-3, section 6, allows two transliterations of these letters. This table contains the longer one. */
const LONG: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Ö: 'OE',
  Ü: 'UE',
  Å: 'AA',
  Ø: 'OE',
  Æ: 'AE',
  Œ: 'OE',
  Þ: 'TH',
  Ñ: 'NXX',
};
const ALONE: Readonly<Record<string, string>> = {
  ß: 'SS',
  ẞ: 'SS',
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  I: 'I',
};

function spellings(name: string): string[][] {
  const upper = name.normalize('NFC').toLocaleUpperCase('en');
  const long = upper.replace(/./gu, (letter) => LONG[letter] ?? letter);
  return [wordsOf(upper), wordsOf(long)];
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/./gu, (letter) => ALONE[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036F'’.]/g, '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '');
