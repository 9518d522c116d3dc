/** The numbers that a phone shows, and the one of them that the page shows. */
export interface ShownNumbers {
  readonly right: string;
  readonly shown: readonly [string, string, string];
  /** The number of a page whose user types it: one in a hundred. */
  readonly typed: string;
}

const LEAST = 10;
const COUNT = 90;

/** Three different numbers of two digits. They follow from the seed, which nobody outside knows. */
export function numbersOf(seed: Buffer): ShownNumbers {
  const first = drawn(seed, 0, COUNT);
  const second = (first + 1 + drawn(seed, 4, COUNT - 1)) % COUNT;
  const apart = [first, second].sort((one, other) => one - other);
  // Draws among the numbers that are left, skipping those that are taken.
  const third = apart.reduce((number, taken) => (number >= taken ? number + 1 : number), drawn(seed, 8, COUNT - 2));
  const shown = [first, second, third].map((number) => String(LEAST + number));
  const typed = String(drawn(seed, 16, 100)).padStart(2, '0');
  return { typed, shown: shown as unknown as ShownNumbers['shown'], right: shown[drawn(seed, 12, 3)] ?? '' };
}

/** The bias of 32 bits to less than a hundred values is too small to be noticed. */
const drawn = (seed: Buffer, at: number, below: number): number => seed.readUInt32BE(at) % below;

const PREFIX = 'number.';

export const actionOf = (number: string): string => `${PREFIX}${number}`;
export const numberIn = (action: string): string | undefined =>
  action.startsWith(PREFIX) ? action.slice(PREFIX.length) : undefined;
