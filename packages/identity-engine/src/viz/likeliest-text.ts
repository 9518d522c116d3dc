export interface RecognisedText {
  readonly text: string;
  /** The probability of the character that is least likely. */
  readonly certainty: number;
  /**
   * The same where O is as good as 0 and I as good as 1. Gaps count between letters only, where they part words, and there one
   * that may have been missed counts too.
   */
  readonly certaintyOfLooks: number;
}

const ALIKE: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' };
const isLetter = (character = ''): boolean => /\p{L}/u.test(character);

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
    certainty: Math.min(1, ...read.map(({ certainty }) => certainty)),
    certaintyOfLooks: Math.min(1, ...read.map((one, i) => looksOf(one, read[i - 1]))),
  };
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
