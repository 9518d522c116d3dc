import { outputOf } from './characters.js';
import type { Reading } from './decoder.js';
import { textOf } from './layouts.js';
import { isPlausible } from './zone-fields.js';

export type Doubt =
  | 'check_digits'
  | 'dates'
  | 'codes'
  | 'ambiguous'
  | 'names'
  | 'states'
  | 'confidence'
  | 'corrections'
  | 'stray';

/**
 * Found on photographs: the mean hides one bad cell, and names and codes have no check digit, so each has its own. Twenty
 * to one: at the end of what can be read, an H is taken for an M at up to fourteen to one, and a G, which check digits do
 * not tell from a Q, at nine to one.
 */
const LEAST = { margin: 3, nameMargin: 3, stateMargin: 1, mean: 0.88, lowest: 0.3, lowestOfNames: 0.7 } as const;
const MOST_CORRECTIONS = 1;

/** Why a reading is not accepted; none when it is. */
export function doubtsOf(reading: Reading): Doubt[] {
  const { margin, nameMargin, stateMargin, mean, lowest, lowestOfNames, corrections } = reading;
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    ['check_digits', !reading.digitsHold],
    ['dates', !hasPlausibleDates(reading)],
    ['codes', !hasAlphabeticCodes(reading)],
    ['ambiguous', margin < LEAST.margin],
    ['names', nameMargin < LEAST.nameMargin || lowestOfNames < LEAST.lowestOfNames],
    ['states', stateMargin < LEAST.stateMargin],
    ['confidence', mean < LEAST.mean || lowest < LEAST.lowest],
    ['corrections', corrections > MOST_CORRECTIONS],
    ['stray', hasStrayLetter(reading)],
  ];
  return doubts.flatMap(([doubt, applies]) => (applies ? [doubt] : []));
}

/** Read without doubt, every cell, and yet the check digits do not agree: printed so. */
export function printedWrong(reading: Reading): boolean {
  const { raw, corrections, digitsHold, nameMargin, stateMargin } = reading;
  const clear =
    raw.mean >= 0.97 && raw.lowest >= 0.8 && nameMargin >= LEAST.nameMargin && stateMargin >= LEAST.stateMargin;
  return clear && (!digitsHold || corrections > 0) && hasAlphabeticCodes(reading);
}

function hasPlausibleDates({ lines, layout }: Reading): boolean {
  const expiry = textOf(lines, layout, 'expiryDate');
  return isPlausible(textOf(lines, layout, 'birthDate')) && (expiry === '' || isPlausible(expiry));
}

/**
 * A letter by itself among the fillers of optional data: a stroke of dirt makes a K of a filler, and check digits do not tell
 * the two, where there are any.
 */
const hasStrayLetter = ({ lines, layout }: Reading): boolean =>
  (['optional', 'optional2'] as const).some((field) => /(?:^|<)[A-Z](?=<|$)/.test(textOf(lines, layout, field)));

function hasAlphabeticCodes({ lines, layout }: Reading): boolean {
  const nationality = textOf(lines, layout, 'nationality');
  const issuer = textOf(lines, layout, 'issuer');
  const names = textOf(lines, layout, 'names');
  const alphabetic = (text: string): boolean => Array.from(text).every((character) => outputOf(character) >= 10);
  return alphabetic(nationality) && alphabetic(issuer) && /^[A-Z]/.test(names);
}
