/** The three numbers that the phone shows, and the one of them that the sign-in page shows. */
export interface ShownNumbers {
  readonly right: string;
  readonly shown: readonly [string, string, string];
  /** The number that the page shows if the user must type it on the phone: 00 to 99. */
  readonly typed: string;
}

const LEAST = 10;
const COUNT = 90;

/** Derives the numbers from a secret seed: three different two-digit numbers, and one to type. */
export function numbersOf(seed: Buffer): ShownNumbers {
  const first = drawn(seed, 0, COUNT);
  const second = (first + 1 + drawn(seed, 4, COUNT - 1)) % COUNT;
  const apart = [first, second].sort((one, other) => one - other);
  // Draws the third number among those that remain: it skips the first two numbers, so that all three differ.
  const third = apart.reduce((number, taken) => (number >= taken ? number + 1 : number), drawn(seed, 8, COUNT - 2));
  const shown = [first, second, third].map((number) => String(LEAST + number));
  const typed = String(drawn(seed, 16, 100)).padStart(2, '0');
  return { typed, shown: shown as unknown as ShownNumbers['shown'], right: shown[drawn(seed, 12, 3)] ?? '' };
}

/**
 * Draws a number below a limit of at most 100. The remainder of 32 random bits favours some numbers, but too little to
 * matter.
 */
const drawn = (seed: Buffer, at: number, below: number): number => seed.readUInt32BE(at) % below;

const PREFIX = 'number.';

export const actionOf = (number: string): string => `${PREFIX}${number}`;
export const numberIn = (action: string): string | undefined =>
  action.startsWith(PREFIX) ? action.slice(PREFIX.length) : undefined;
