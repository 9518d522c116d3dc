import { READ_PASSPORT } from '../../../test/support/idv/read-passport.js';
import type { DocumentEvidence } from './decision/document-evidence.js';
import { pageReading } from './page-reading.js';

const LINES = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204154<<<<<<<<<<<<<<06'];
const zone = {
  outcome: 'accepted',
  fields: READ_PASSPORT,
  lines: LINES,
  ambiguousNumber: false,
  certainty: 0.98,
  glare: 0,
} as const;
const GOOD: DocumentEvidence = {
  zone,
  printed: { number: 'same', surname: 'same' },
  sharpness: 2_000,
  brightness: 150,
  signals: [],
};
const DOCUMENT = {
  type: 'passport',
  country: 'UTO',
  number: 'L898902C3',
  names: 'ERIKSSON, ANNA MARIA',
  birthDate: '1974-08-12',
  expiryDate: '2032-04-15',
  sex: 'F',
  mrz: LINES,
};

describe('What a picture of a document says', () => {
  it('is told when what is printed for people confirms it', () => {
    const reading = { outcome: 'accepted', reasons: [], document: DOCUMENT, confidence: 0.98 };
    expect(pageReading(GOOD)).toEqual(reading);
  });

  it('is accepted with less confidence when there is nothing to confirm it, as on the back of a card', () => {
    for (const printed of [undefined, { number: 'unseen', surname: 'unseen' } as const]) {
      const reading = pageReading({ ...GOOD, printed });
      expect(reading).toMatchObject({ outcome: 'accepted', reasons: ['unconfirmed'], confidence: 0.735 });
    }
  });

  it.each(['other', 'unseen'] as const)('is to be taken again when one field among others is %s', (seen) => {
    const reading = pageReading({ ...GOOD, printed: { number: seen, surname: 'same', givenNames: 'same' } });
    expect(reading).toMatchObject({ outcome: 'retake', reasons: ['document_data_mismatch'], document: DOCUMENT });
    expect(reading.confidence).toBeLessThan(0.5);
  });

  it('is accepted with little confidence when the page is hardly legible and something like it is read', () => {
    const reading = pageReading({ ...GOOD, printed: { number: 'other', surname: 'same' } });
    expect(reading).toMatchObject({ outcome: 'accepted', reasons: ['unconfirmed'], confidence: 0.49 });
  });

  it('is told as it is printed when the check digits do not hold', () => {
    const asPrinted = { fields: { ...READ_PASSPORT, birthDate: '1975-08-12' }, lines: LINES };
    const broken = { ...zone, outcome: 'check_digits', fields: undefined, lines: undefined, asPrinted } as const;
    const document = { ...DOCUMENT, birthDate: '1975-08-12' };
    const reading = { outcome: 'rejected', reasons: ['check_digit_mismatch'], document, confidence: 0 };
    expect(pageReading({ ...GOOD, zone: broken })).toEqual(reading);
  });

  it('is nothing when the reader is not sure', () => {
    const unsure = { ...zone, outcome: 'unsure', fields: undefined, lines: undefined } as const;
    const reading = { outcome: 'retake', reasons: ['document_unreadable'], document: null, confidence: 0 };
    expect(pageReading({ ...GOOD, zone: unsure })).toEqual(reading);
  });

  it('is told of a visa too', () => {
    const visa = { ...zone, fields: { ...READ_PASSPORT, format: 'MRV-A' } } as const;
    expect(pageReading({ ...GOOD, zone: visa })).toMatchObject({ outcome: 'accepted', document: { type: 'visa' } });
  });

  it('does not depend on how sharp the picture is, when the zone is read without doubt', () => {
    expect(pageReading({ ...GOOD, sharpness: 20 }).outcome).toBe('accepted');
  });
});
