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
 * Limits that were determined on photographs. The least certain cell has its own limit, because the mean hides it.
 * Names and state codes have their own limits, because they have no check digit. A margin of 3 means odds of 20 to 1.
 * At the limit of legibility, an H was misread as M with odds of up to 14 to 1. A G was misread as Q, which check
 * digits cannot distinguish, with odds of 9 to 1.
 */
const LEAST = { margin: 3, nameMargin: 3, stateMargin: 1, mean: 0.88, lowest: 0.3, lowestOfNames: 0.7 } as const;
const MOST_CORRECTIONS = 1;

/** The reasons why a reading is not accepted. Empty if it is accepted. */
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

/**
 * Whether the check digits are wrong on the document itself: every cell was read with certainty, but the check digits
 * do not match.
 */
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
 * Whether optional data contain a single letter between fillers. Dirt can make a filler look like a K, and check digits
 * do not detect it.
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
