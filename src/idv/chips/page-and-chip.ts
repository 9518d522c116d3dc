import type { DocumentData } from '@countersign/identity-engine';

/** Fields that the page and the chip both have. Names are compared with the user's record. */
export const comparedFields = ['number', 'birthDate', 'expiryDate'] as const;
export type ComparedField = (typeof comparedFields)[number];

/** Fields of the zone with which a chip is opened. Dates are YYMMDD. */
export const zoneKeyOf = ({ number, birthDate, expiryDate }: DocumentData) => ({
  number,
  birth: sixDigits(birthDate),
  expiry: sixDigits(expiryDate),
});

const sixDigits = (date: string | null): string => (date ?? '').replaceAll('-', '').slice(2);

/** Characters that a camera takes for each other. */
const ALIKE: Readonly<Record<string, string>> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };

/**
 * The first field that differs between a photographed page and a chip, so that they are two documents. Letters that
 * look alike count as equal.
 */
export const differingField = (page: DocumentData, chip: DocumentData): ComparedField | undefined =>
  comparedFields.find((field) => seen(page[field]) !== seen(chip[field]));

const seen = (value: string | null): string | null =>
  value === null ? null : value.replace(/[A-Z]/g, (letter) => ALIKE[letter] ?? letter);
