export interface RecognisedText {
  readonly text: string;
  /**
   * The text with `ILLEGIBLE` in place of each word that was read with low certainty, such as a name in an unknown
   * script.
   */
  readonly legible: string;
  /** The probability of the character that is least likely. */
  readonly certainty: number;
  /**
   * Like `certainty`, but O and 0 count as equal, and so do I and 1. It includes the certainty of each gap between
   * letters, whether the gap was read or left out.
   */
  readonly certaintyOfLooks: number;
}

/** Replaces an illegible word; it matches no expected character. */
export const ILLEGIBLE = '\uFFFD';
/** A word with a character less certain than this is illegible. */
const LEGIBLE = 0.5;
/** The higher certainty that words next to an illegible word need: part of a signature can look like a name. */
const LEGIBLE_BESIDE = 0.9;

const ALIKE: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' };
const isLetter = (character = ''): boolean => /\p{L}/u.test(character);
const isOfWord = (character = ''): boolean => /[\p{L}\p{N}|]/u.test(character);

interface Character {
  readonly character: string;
  certainty: number;
  ofLooks: number;
  /** Probability of a gap between the previous character and this one. */
  readonly gap: number;
}

/**
 * Takes the likeliest character of each step, and merges repeats (CTC). Index 0 of `characters` means "no character".
 */
export function likeliestText(likelihood: Float32Array, characters: readonly string[]): RecognisedText {
  const twinOf = (kind: number): number => characters.indexOf(ALIKE[characters[kind] ?? ''] ?? '');
  const space = characters.indexOf(' ');
  const read: Character[] = [];
  let [last, gap] = [0, 0];
  for (let from = 0; from < likelihood.length; from += characters.length) {
    const of = (kind: number): number => likelihood[from + kind] ?? 0;
    const best = likeliestAt(from, likelihood, characters.length);
    if (best !== 0 && best !== last) {
      read.push({ character: characters[best] ?? '', certainty: 0, ofLooks: 0, gap });
      gap = 0;
    }
    const now = read.at(-1);
    if (best !== 0 && now) {
      const twin = twinOf(best);
      now.certainty = Math.max(now.certainty, of(best));
      now.ofLooks = Math.max(now.ofLooks, of(best) + (twin > 0 ? of(twin) : 0));
    }
    gap = Math.max(gap, of(space));
    last = best;
  }
  return {
    text: read.map(({ character }) => character).join(''),
    legible: legibleOf(read),
    certainty: Math.min(1, ...read.map(({ certainty }) => certainty)),
    certaintyOfLooks: Math.min(1, ...read.map((one, i) => looksOf(one, read[i - 1]))),
  };
}

/**
 * Replaces illegible words by `ILLEGIBLE`. A separator (any character but letters, digits and ` | `) counts as legible
 * however uncertain it is. Between two letters it is held to the same limits as a word, because it decides where a name
 * ends.
 */
function legibleOf(read: readonly Character[]): string {
  const words: { text: string; certainty: number }[] = [];
  for (const [i, { character, certainty }] of read.entries()) {
    const [before, after] = [read[i - 1]?.character, read[i + 1]?.character];
    const word = words.at(-1);
    if (isOfWord(character) && word && isOfWord(before)) {
      word.text += character;
      word.certainty = Math.min(word.certainty, certainty);
    } else {
      const counts = isOfWord(character) || (isLetter(before) && isLetter(after));
      words.push({ text: character, certainty: counts ? certainty : 1 });
    }
  }
  const least = words.some(({ certainty }) => certainty < LEGIBLE) ? LEGIBLE_BESIDE : LEGIBLE;
  return words.map(({ text, certainty }) => (certainty < least ? ILLEGIBLE : text)).join('');
}

function looksOf({ character, ofLooks, gap }: Character, before: Character | undefined): number {
  if (!isLetter(before?.character)) return character === ' ' ? 1 : ofLooks;
  return isLetter(character) ? Math.min(ofLooks, 1 - gap) : ofLooks;
}

function likeliestAt(from: number, likelihood: Float32Array, kinds: number): number {
  let best = 0;
  for (let kind = 1; kind < kinds; kind++) {
    if ((likelihood[from + kind] ?? 0) > (likelihood[from + best] ?? 0)) best = kind;
  }
  return best;
}
