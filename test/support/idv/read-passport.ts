import type { ZoneFields } from '@countersign/identity-engine/documents';

/** What was read of a passport's zone: the specimen of ICAO 9303, valid for some years more. */
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
