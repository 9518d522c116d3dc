import type { Content } from '@countersign/evidence';

/** Letters that people also type in a plain form (ø as o), although Unicode does not decompose them. */
const STROKES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', þ: 'th', æ: 'ae', œ: 'oe', ς: 'σ' }),
);

/**
 * Combining marks that are accents, which a search ignores. Marks that change the letter (Indic and Thai vowels, voiced
 * kana) are not included, because ignoring them would match different words.
 */

const ACCENTS =
  // oxlint-disable-next-line no-misleading-character-class -- each range is of marks that stand alone here
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]/gu;

/** Soft hyphens, joiners and direction marks: they are neither visible nor typed. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * Normalizes text for searching: it ignores case, accents, width and repeated white space. Normalizing the result again
 * does not change it.
 */
export function folded(text: string): string {
  const bare = text.replace(INVISIBLE, '').normalize('NFKD').replace(ACCENTS, '');
  // Converting to lower case, upper case and lower case again maps both ß and ẞ to the same text.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(ACCENTS, '');
  const plain = lower.replace(/[øłđðħŧþæœς]/g, (letter) => STROKES.get(letter) ?? letter);
  return plain.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * The text that a search is matched against: the subjects and messages in all languages, each on its own line, so that
 * no match spans two of them.
 */
export const searchText = ({ body }: Content): string =>
  body.flatMap(({ subject, message }) => [folded(subject), folded(message)]).join('\n');
