import { ILLEGIBLE } from './likeliest-text.js';

/**
 * Text read from a page, without accents. It keeps small and capital letters, because l and L are confused with
 * different digits.
 */
export interface PrintedText {
  readonly lines: readonly BareLine[];
  readonly words: readonly string[];
}

/** The letters and digits of a line, without all other characters. */
export interface BareLine {
  readonly text: string;
  /** Positions in `text` where characters were left out, and the start and the end of the text. */
  readonly gaps: ReadonlySet<number>;
}

/** Replacements by ICAO 9303-3, section 6, and for ligatures of fonts. */
const LIGATURES: Readonly<Record<string, string>> = {
  ...{ Ø: 'O', ø: 'o', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', ẞ: 'SS', ß: 'ss', Ł: 'L', ł: 'l' },
  ...{ Đ: 'D', đ: 'd', Ð: 'D', ð: 'd', Þ: 'TH', þ: 'th', ı: 'i', Ĳ: 'IJ', ĳ: 'ij' },
  ...{ Ħ: 'H', ħ: 'h', Ŧ: 'T', ŧ: 't', Ŋ: 'N', ŋ: 'n', Ŀ: 'L', ŀ: 'l', ſ: 's' },
  ...{ ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬆ: 'st' },
};

export const withoutAccents = (text: string): string =>
  text
    .replace(/[^\0-\x7F]/g, (letter) => LIGATURES[letter] ?? letter)
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '');

export function printedText(text: string): PrintedText {
  const plain = withoutAccents(text);
  const lines = plain.split('\n').map(bareLine);
  const words = plain.replace(/['’]/g, '').split(OTHER);
  return { lines: lines.filter(({ text }) => text !== ''), words: words.filter(Boolean) };
}

const OTHER = new RegExp(`[^A-Za-z0-9|${ILLEGIBLE}]+`);

function bareLine(line: string): BareLine {
  const gaps = new Set([0]);
  const text = line.split(OTHER).reduce((before, part) => {
    gaps.add(before.length + part.length);
    return before + part;
  }, '');
  return { text, gaps };
}

/**
 * For each character that was read, the printed characters it can stem from. A letter never matches another letter,
 * because that is how names are altered.
 */
const MAY_BE: Readonly<Record<string, string>> = {
  ...{ '0': 'O', O: '0', o: '0', Q: '0', '1': 'IL', I: '1', l: 'I1', i: '1', '|': 'I1L' },
  ...{ '5': 'S', S: '5', s: '5', '8': 'B', B: '8', '2': 'Z', Z: '2', z: '2', '4': 'A', A: '4' },
};

export const isRead = (printed: string, expected: string): boolean =>
  printed.toUpperCase() === expected || (MAY_BE[printed]?.includes(expected) ?? false);

/** Whether two texts are equal, except for characters that look alike. */
export function isSame(printed: string, expected: string): boolean {
  if (printed.length !== expected.length) return false;
  for (let i = 0; i < expected.length; i++) if (!isRead(printed[i] ?? '', expected[i] ?? '')) return false;
  return true;
}

export function holds({ text }: BareLine, expected: string): boolean {
  for (let from = 0; from + expected.length <= text.length; from++) {
    if (isSame(text.slice(from, from + expected.length), expected)) return true;
  }
  return false;
}

/**
 * Whether a line contains the expected text with no letter or digit directly before or after it: an additional letter
 * makes it another text.
 */
export function holdsWhole({ text, gaps }: BareLine, expected: string): boolean {
  return [...gaps].some((from) => {
    const to = from + expected.length;
    return gaps.has(to) && isSame(text.slice(from, to), expected);
  });
}

/** Edit distance between the expected text and the most similar part of a line. */
export function distanceWithin(line: string, expected: string): number {
  let row = new Array<number>(line.length + 1).fill(0);
  for (let i = 1; i <= expected.length; i++) {
    const next = [i];
    for (let j = 1; j <= line.length; j++) {
      const cost = isRead(line[j - 1] ?? '', expected[i - 1] ?? '') ? 0 : 1;
      next.push(Math.min((row[j - 1] ?? 0) + cost, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(...row);
}
