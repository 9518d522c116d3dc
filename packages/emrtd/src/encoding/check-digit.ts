const WEIGHTS = [7, 3, 1] as const;

const worthOf = (character: string): number =>
  character === '<' ? 0 : character >= 'A' ? character.charCodeAt(0) - 55 : Number(character);

/** The check digit of a field (ICAO 9303-3, section 4.9). */
export const checkDigit = (field: string): string =>
  String(Array.from(field).reduce((sum, character, at) => sum + worthOf(character) * (WEIGHTS[at % 3] ?? 0), 0) % 10);
