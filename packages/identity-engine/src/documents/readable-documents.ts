import { type DocumentType, isNumberedLicence, stateOf } from './document.js';

/** Whether documents of a kind are read, by who has issued them. */
type Readable = (country: string) => boolean;

const all: Readable = () => true;
const only =
  (...issuers: readonly string[]): Readable =>
  (country) =>
    issuers.includes(stateOf(country));
const allBut =
  (...issuers: readonly string[]): Readable =>
  (country) =>
    !issuers.includes(country);

/**
 * Documents that the engine can read: a zone of ICAO 9303, and the PDF417 of licences by the standard of AAMVA. A kind that a state
 * issues without a zone, or not at all, is left out only where that is certain: others cost their owners three tries at most.
 */
const readable: Readonly<Record<DocumentType, Readable>> = {
  passport: all,
  // oxfmt-ignore
  identity_card: allBut(
    'AUS', 'BRA', 'CAN', 'CHN', 'DNK', 'GBR', 'HKG', 'IDN', 'IND', 'JPN', 'KOR', 'MYS', 'NZL', 'PHL', 'RUS', 'SGP', 'THA',
    'TWN', 'ZAF',
  ),
  residence_permit: allBut('AUS', 'HKG', 'JPN', 'NZL', 'SGP'),
  driving_licence: only('CAN', 'USA'),
};

/** `byFields`: the client takes driving licences that have neither a zone nor a code. */
export const isReadable = (type: DocumentType, country: string, byFields: boolean): boolean =>
  readable[type](country) || (byFields && type === 'driving_licence' && isNumberedLicence(country));
