import type { NumberedLicence } from '../documents/document.js';
import type { NumberedFields } from './numbered-fields.js';

type Holds = (number: string, fields: Omit<NumberedFields, 'number'>) => boolean;

const valueOf = (character: string): number => parseInt(character, 36);

/**
 * FeV, annex 8: nine characters weighed 9 to 1, modulo 11 (10 is X), and then how often it was issued. It does not tell 2 from
 * Z, which are read for one another: a number with either among the five that may be both is not taken.
 */
function isGerman(number: string): boolean {
  if (!/^[A-Z]\d{3}[013-9A-Y]{5}[0-9X]\d$/.test(number)) return false;
  const sum =
    Array.from(number.slice(0, 9)).reduce((total, character, i) => total + valueOf(character) * (9 - i), 0) % 11;
  return number[9] === (sum === 10 ? 'X' : String(sum));
}

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** The number of the holder, with its letter; that of a foreigner begins with X, Y or Z. */
function isSpanish(number: string): boolean {
  if (!/^[0-9XYZ]\d{7}[A-Z]$/.test(number)) return false;
  const digits = number.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return number[8] === SPANISH_LETTERS[Number(digits) % 23];
}

const lettersOf = (name: string): string => name.replace(/[^A-Z]/g, '');

/** Five letters of the surname, the date of birth, where a woman's month is 50 more, and two initials. */
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
  /** Without accents and spaces: what the state calls its licence, on each of them. */
  readonly title: string;
  readonly holds: Holds;
  /** Whether its form says where letters stand. Elsewhere, to try O for 0 would be a second chance for what was misread. */
  readonly byPlace: boolean;
}

/** States whose numbers can be checked, by themselves or by the other fields. Nothing else on these licences has a check. */
export const licenceForms: Readonly<Record<NumberedLicence, LicenceForm>> = {
  DEU: { title: 'FUHRERSCHEIN', holds: isGerman, byPlace: false },
  ESP: { title: 'PERMISODECONDUC', holds: isSpanish, byPlace: true },
  GBR: { title: 'DRIVINGLICENCE', holds: isBritish, byPlace: true },
};
