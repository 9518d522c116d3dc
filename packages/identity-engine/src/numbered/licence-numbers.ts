import type { NumberedLicence } from '../documents/document.js';
import type { NumberedFields } from './numbered-fields.js';

type Holds = (number: string, fields: Omit<NumberedFields, 'number'>) => boolean;

const valueOf = (character: string): number => parseInt(character, 36);

/**
 * Checks a German number (FeV, annex 8): nine characters with weights 9 to 1, a check digit modulo 11 (10 is X), and
 * the count of issues. The check digit cannot distinguish 2 from Z, which are often confused. A number is therefore
 * refused if one of them is among the five characters that may be digit or letter.
 */
function isGerman(number: string): boolean {
  if (!/^[A-Z]\d{3}[013-9A-Y]{5}[0-9X]\d$/.test(number)) return false;
  const sum =
    Array.from(number.slice(0, 9)).reduce((total, character, i) => total + valueOf(character) * (9 - i), 0) % 11;
  return number[9] === (sum === 10 ? 'X' : String(sum));
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/**
 * Checks a Spanish number: the holder's identity number with its check letter. Numbers of foreigners begin with X, Y or
 * Z.
 */
function isSpanish(number: string): boolean {
  if (!/^[0-9XYZ]\d{7}[A-Z]$/.test(number)) return false;
  const digits = number.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return number[8] === SPANISH_LETTERS[Number(digits) % 23];
}

const lettersOf = (name: string): string => name.replace(/[^A-Z]/g, '');

/**
 * Checks a British number against the other fields: five letters of the surname, the birth date (with 50 added to a
 * woman's month), and two initials.
 */
const isBritish: Holds = (number, { surname, givenNames, birthDate }) => {
  const [, name, decade, month, day, year, initials] =
    /^([A-Z]{1,5}9{0,4})(\d)(\d\d)(\d\d)(\d)([A-Z][A-Z9])\d[A-Z]{2}$/.exec(number.slice(0, 16)) ?? [];
  if (name?.length !== 5 || !/^(?:.{16}|.{16}\d\d)$/.test(number)) return false;
  const surnames = [lettersOf(surname), lettersOf(surname).replace(/^MAC/, 'MC')];
  const [first = '', second = '9'] = givenNames.split(/[ -]/).map((word) => word.charAt(0));
  return (
    surnames.some((letters) => letters.padEnd(5, '9').slice(0, 5) === name) &&
    decade === birthDate[2] &&
    Number(month) % 50 === Number(birthDate.slice(5, 7)) &&
    day === birthDate.slice(8) &&
    year === birthDate[3] &&
    initials === first + second
  );
};

export interface LicenceForm {
  /** The title printed on every licence of the state, without accents and spaces. */
  readonly title: string;
  readonly holds: Holds;
  /**
   * Whether the format defines which positions are letters. Only then may O be tried for 0: elsewhere it would give a
   * misread number a second chance.
   */
  readonly byPlace: boolean;
}

/**
 * The states whose licence numbers can be verified, by a check digit or by the other fields. Nothing else on these
 * licences can be verified.
 */
export const licenceForms: Readonly<Record<NumberedLicence, LicenceForm>> = {
  DEU: { title: 'FUHRERSCHEIN', holds: isGerman, byPlace: false },
  ESP: { title: 'PERMISODECONDUC', holds: isSpanish, byPlace: true },
  GBR: { title: 'DRIVINGLICENCE', holds: isBritish, byPlace: true },
};
