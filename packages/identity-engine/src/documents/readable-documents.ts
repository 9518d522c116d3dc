import { type DocumentType, isNumberedLicence, stateOf } from './document.js';

/** Whether documents of a type can be read, by issuer. */
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
 * The documents that the engine can read, by a machine readable zone of ICAO 9303 or by the PDF417 of AAMVA licences. A
 * state is left out only if it certainly issues no such document with a zone: if an unreadable document is offered, the
 * user loses at most three attempts.
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

/** `byFields`: whether the client accepts driving licences that are read by their numbered fields. */
export const isReadable = (type: DocumentType, country: string, byFields: boolean): boolean =>
  readable[type](country) || (byFields && type === 'driving_licence' && isNumberedLicence(country));
