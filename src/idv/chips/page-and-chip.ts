import type { DocumentData } from '@countersign/identity-engine';

/**
 * Fields that must be equal on the photographed page and in the chip. Names are compared with the user's record
 * instead.
 */
export const comparedFields = ['number', 'birthDate', 'expiryDate'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** Returns the fields of the machine-readable zone that form the key of the chip. Dates are in the format YYMMDD. */
export const zoneKeyOf = ({ number, birthDate, expiryDate }: DocumentData) => ({
  number,
  birth: sixDigits(birthDate),
  expiry: sixDigits(expiryDate),
});

const sixDigits = (date: string | null): string => (date ?? '').replaceAll('-', '').slice(2);

/** For each letter that is easily misread as a digit in a picture, that digit. */
const ALIKE: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };

/**
 * Returns the first field that differs between the photographed page and the chip. If there is one, page and chip
 * belong to different documents. Letters and digits that look alike count as equal.
 */
export const differingField = (page: DocumentData, chip: DocumentData): ComparedField | undefined =>
  comparedFields.find((field) => seen(page[field]) !== seen(chip[field]));

const seen = (value: string | null): string | null =>
  value === null ? null : value.replace(/[A-Z]/g, (letter) => ALIKE[letter] ?? letter);
