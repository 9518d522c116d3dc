import type { Format } from '../mrz/layouts.js';
import { Random } from './random.js';

/** Data printed on a specimen. Dates are `YYYY-MM-DD`. */
export interface SpecimenData {
  readonly format: Format;
  readonly issuer: string;
  readonly nationality: string;
  readonly surname: string;
  readonly givenNames: string;
  readonly number: string;
  readonly birthDate: string;
  readonly sex: 'M' | 'F';
  readonly expiryDate: string;
}

const SURNAMES: [string, ...string[]] = [
  'ERIKSSON',
  ...['VAN DER MUELLEN', 'OKAFOR', 'NGUYEN', 'GARCIA LOPEZ', 'MUELLER', 'KOWALSKA', 'DUBOIS', 'ISHIKAWA'],
  ...['AL HASHIMI', 'SILVA', 'O CONNOR', 'ZHANG', 'BIANCHI', 'JQWXYZ', 'FITZGERALD', 'HOBBIT'],
];
const GIVEN_NAMES: [string, ...string[]] = [
  'ANNA MARIA',
  ...['JOHN', 'CHIOMA', 'THI MAI', 'JOSE LUIS', 'HANS', 'ZOFIA', 'LEA', 'OMAR', 'BRUNO', 'YUI'],
  ...['SEAN PATRICK', 'WEI', 'GIULIA', 'XAVIER', 'QUENTIN', 'VERA'],
];
const STATES: [string, ...string[]] = [
  'UTO',
  'GBR',
  'FRA',
  'NGA',
  'ESP',
  'POL',
  'ARE',
  'BRA',
  'JPN',
  'IRL',
  'ITA',
  'IND',
];
/** Omits the letters O and I, which numbers of real documents hardly ever contain. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';

export function randomSpecimen(format: Format, seed: number): SpecimenData {
  const random = new Random(seed);
  const issuer = format === 'FRA-ID' ? 'FRA' : random.of(STATES);
  return {
    format,
    issuer,
    nationality: issuer,
    surname: random.of(SURNAMES),
    givenNames: random.of(GIVEN_NAMES),
    number: format === 'FRA-ID' ? frenchNumber(random) : random.text(NUMBER_ALPHABET, 9),
    birthDate: dateWithin(random, 1950, 2005),
    sex: random.of(['M', 'F']),
    expiryDate: dateWithin(random, 2028, 2035),
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

function dateWithin(random: Random, first: number, last: number): string {
  return `${random.between(first, last)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`;
}

/**
 * The number of a French identity card: year and month of issue, then eight digits (the department and a serial
 * number).
 */
const frenchNumber = (random: Random): string =>
  `${random.between(10, 20)}${twoDigits(random.between(1, 12))}${random.text('0123456789', 8)}`;
