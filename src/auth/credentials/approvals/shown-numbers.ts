/** The three numbers that the phone shows, and the one of them that the sign-in page shows. */
export interface ShownNumbers {
  readonly right: string;
  readonly shown: readonly [string, string, string];
  /** The number that the page shows if the user must type it: 00 to 99. */
  readonly typed: string;
}

const LEAST = 10;
const COUNT = 90;

/** Derives the numbers from a secret seed: three different two-digit numbers, and one to type. */
export function numbersOf(seed: Buffer): ShownNumbers {
  const first = drawn(seed, 0, COUNT);
  const second = (first + 1 + drawn(seed, 4, COUNT - 1)) % COUNT;
  const apart = [first, second].sort((one, other) => one - other);
  // Skips the first two numbers by adding one for each that the draw reaches, so that all three numbers differ.
  const third = apart.reduce((number, taken) => (number >= taken ? number + 1 : number), drawn(seed, 8, COUNT - 2));
  const shown = [first, second, third].map((number) => String(LEAST + number));
  const typed = String(drawn(seed, 16, 100)).padStart(2, '0');
  return { typed, shown: shown as unknown as ShownNumbers['shown'], right: shown[drawn(seed, 12, 3)] ?? '' };
}

/** Taking 32 bits modulo at most 100 gives a bias too small to matter. */
const drawn = (seed: Buffer, at: number, below: number): number => seed.readUInt32BE(at) % below;

const PREFIX = 'number.';

export const actionOf = (number: string): string => `${PREFIX}${number}`;
export const numberIn = (action: string): string | undefined =>
  action.startsWith(PREFIX) ? action.slice(PREFIX.length) : undefined;
