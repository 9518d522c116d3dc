import type { ZoneFields } from '@countersign/identity-engine/documents';

/** The data of the machine-readable zone of ICAO 9303's specimen passport, with a later expiry date. */
export const READ_PASSPORT: ZoneFields = {
  format: 'TD3',
  code: 'P',
  issuer: 'UTO',
  number: 'L898902C3',
  surname: 'ERIKSSON',
  givenNames: 'ANNA MARIA',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2032-04-15',
};
