export interface RecognisedText {
  readonly text: string;
  /** The same with `ILLEGIBLE` for each word that was hardly read: a label, a name in letters that the net does not know. */
  readonly legible: string;
  /** The probability of the character that is least likely. */
  readonly certainty: number;
  /**
   * The same where O is as good as 0 and I as good as 1. Gaps count between letters only, where they part words, and there one
   * that may have been missed counts too.
   */
  readonly certaintyOfLooks: number;
}

/** Stands for a word, and is like no character. */
export const ILLEGIBLE = '\uFFFD';
/** Where a character is less likely, a word is no evidence. */
const LEGIBLE = 0.5;
/** On a line with such a word, for the others: of a signature, some of the name may be read. */
const LEGIBLE_BESIDE = 0.9;

const ALIKE: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' };
const isLetter = (character = ''): boolean => /\p{L}/u.test(character);
const isOfWord = (character = ''): boolean => /[\p{L}\p{N}|]/u.test(character);

interface Character {
  readonly character: string;
  certainty: number;
  ofLooks: number;
  /** How likely there is a gap between the one before and this one. */
  readonly gap: number;
}

/** The likeliest character of each step; one that goes on over several steps counts once (CTC). The first stands for none. */
export function likeliestText(likelihood: Float32Array, characters: readonly string[]): RecognisedText {
  const twins = characters.map((character) => characters.indexOf(ALIKE[character] ?? character));
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
    const [now, twin] = [read.at(-1), twins[best] ?? best];
    if (best !== 0 && now) {
      now.certainty = Math.max(now.certainty, of(best));
      now.ofLooks = Math.max(now.ofLooks, of(best) + (twin > 0 && twin !== best ? of(twin) : 0));
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

/** Signs that part words do not count: they are not compared. They do between letters, where a name may end. */
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
