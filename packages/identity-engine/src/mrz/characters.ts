export const DIGITS = '0123456789';
export const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
export const FILLER = '<';
/** All characters of a machine readable zone, in the order of the net's outputs. */
export const CHARACTERS = DIGITS + LETTERS + FILLER;

/** Characters that look alike in OCR-B. */
const TWINS = new Map(['O0', 'I1', 'S5', 'B8', 'Z2'].flatMap(([a = '', b = '']) => [[a, b] as const, [b, a] as const]));
export const twinOf = (character: string): string | undefined => TWINS.get(character);

export const outputOf = (character: string): number => CHARACTERS.indexOf(character);

/** The value of a character in check digits (ICAO 9303-3, 4.9): digits their own, letters from 10, the filler 0. */
export function valueOf(character: string): number {
  return character === FILLER ? 0 : outputOf(character);
}

export const WEIGHTS = [7, 3, 1] as const;
export const weightAt = (position: number): number => WEIGHTS[position % 3] ?? 0;

export function checkDigit(text: string): string {
  return String(Array.from(text).reduce((sum, character, i) => sum + valueOf(character) * weightAt(i), 0) % 10);
}
