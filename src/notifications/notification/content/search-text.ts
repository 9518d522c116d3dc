import type { Content } from '@countersign/evidence';

/** Letters that people write without their stroke, but that Unicode does not decompose. */
const STROKES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', þ: 'th', æ: 'ae', œ: 'oe', ς: 'σ' }),
);

/**
 * Accents are marks of the scripts that write them as such; marks that are letters of their own (vowels of Indic scripts
 * and Thai, voiced kana) stay, or other words would be found.
 */

const ACCENTS =
  // oxlint-disable-next-line no-misleading-character-class -- each range is of marks that stand alone here
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]/gu;

/** Soft hyphens, joiners and marks of direction, which nobody sees or types. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * The form in which texts are searched: without case, accents, width and runs of white space. Applying it twice changes
 * nothing more.
 */
export function folded(text: string): string {
  const bare = text.replace(INVISIBLE, '').normalize('NFKD').replace(ACCENTS, '');
  // The capital sharp s is a letter of its own; only the small one becomes SS.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase().normalize('NFKD').replace(ACCENTS, '');
  const plain = lower.replace(/[øłđðħŧþæœς]/g, (letter) => STROKES.get(letter) ?? letter);
  return plain.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Text that is searched: subject and message of every language, a line each, so that no match spans two. */
export const searchText = ({ body }: Content): string =>
  body.flatMap(({ subject, message }) => [folded(subject), folded(message)]).join('\n');
