import { READ_PASSPORT } from '../../../../test/support/idv/read-passport.js';
import type { LicenceFields } from '../barcode/licence-fields.js';
import type { ZoneFields } from '../mrz/zone-fields.js';
import type { FieldsSeen } from '../viz/printed-fields.js';
import { defaultThresholds, type DocumentThresholds } from '../documents/document-thresholds.js';
import { signalKinds } from '../signals/picture-signals.js';
import { documentDecision, type ReadingFault } from './document-decision.js';
import type { DocumentEvidence, ZoneEvidence } from './document-evidence.js';

const ZONE: ZoneEvidence = {
  outcome: 'accepted',
  fields: READ_PASSPORT,
  ambiguousNumber: false,
  certainty: 0.99,
  glare: 0,
};
const PRINTED: FieldsSeen = {
  number: 'same',
  surname: 'same',
  givenNames: 'same',
  birthDate: 'same',
  expiryDate: 'same',
};
const ILLEGIBLE: FieldsSeen = { number: 'unseen', surname: 'same', givenNames: 'unseen', birthDate: 'unseen' };
const GOOD: DocumentEvidence = {
  type: 'passport',
  zone: ZONE,
  printed: PRINTED,
  sharpness: 2_500,
  brightness: 150,
  signals: [],
};
const LICENCE: LicenceFields = { ...READ_PASSPORT, country: 'USA', jurisdiction: 'CA', expiryDate: '2032-04-15' };
const unread = (outcome: ZoneEvidence['outcome']): ZoneEvidence => ({ ...ZONE, outcome, fields: undefined });
const withFields = (fields: Partial<ZoneFields>): ZoneEvidence => ({
  ...ZONE,
  fields: { ...READ_PASSPORT, ...fields },
});

describe('The decision about a document', () => {
  it('is to take what was read and is printed for people too', () => {
    expect(documentDecision(GOOD)).toEqual({
      outcome: 'read',
      document: {
        type: 'passport',
        country: 'UTO',
        number: 'L898902C3',
        firstNames: 'ANNA MARIA',
        lastNames: 'ERIKSSON',
        birthDate: '1974-08-12',
        expiryDate: '2032-04-15',
        nationality: 'UTO',
        sex: 'F',
      },
      scores: { document: 0.99, sharpness: 1, glare: 0, printed: 1 },
      printed: PRINTED,
      doubts: [],
    });
  });

  it.each<[string, string, Partial<DocumentEvidence>]>([
    ['check digits that do not hold', 'check_digit_mismatch', { zone: unread('check_digits') }],
    ['another layout', 'document_type_not_accepted', { zone: unread('other_layout') }],
    ['a visa', 'document_type_not_accepted', { zone: withFields({ format: 'MRV-A' }) }],
    ['a zone of which it is not sure', 'document_unreadable', { zone: unread('unsure') }],
    ['no zone', 'document_unreadable', { zone: unread('not_found') }],
    ['no day of the calendar', 'document_unreadable', { zone: withFields({ birthDate: '1974-02-30' }) }],
    ['a blurred picture', 'document_unreadable', { sharpness: 100, printed: ILLEGIBLE }],
    ['a dark picture', 'document_unreadable', { brightness: 10, printed: ILLEGIBLE }],
    ['two documents', 'document_data_mismatch', { licence: { ...LICENCE, number: 'X1' } }],
    [
      'a number with O or 0 that is not seen elsewhere',
      'document_unreadable',
      { zone: { ...ZONE, ambiguousNumber: true }, printed: { ...PRINTED, number: 'other' } },
    ],
  ])('refuses %s: %s', (_, reason, evidence) => {
    expect(documentDecision({ ...GOOD, ...evidence })).toEqual({ outcome: 'retry', reason });
  });

  it.each<[string, string, Partial<DocumentEvidence>]>([
    ['another name', 'document_data_mismatch', { printed: { ...PRINTED, surname: 'other' } }],
    ['a date that is not printed', 'document_data_mismatch', { printed: { ...PRINTED, birthDate: 'unseen' } }],
    ['a page of which little is read', 'document_data_mismatch', { printed: ILLEGIBLE }],
    ['nothing to compare with', 'document_unreadable', { printed: undefined }],
    [
      'glare, and nothing to compare with',
      'document_unreadable',
      { zone: { ...ZONE, glare: 0.4 }, printed: undefined },
    ],
    [
      'glare, and a zone that is hardly certain',
      'document_unreadable',
      { zone: { ...ZONE, glare: 0.4, certainty: 0.8 } },
    ],
  ])('doubts %s: %s', (_, doubt, evidence) => {
    expect(documentDecision({ ...GOOD, ...evidence })).toMatchObject({ outcome: 'read', doubts: [doubt] });
  });

  it('is to take an ambiguous number that is printed for people in the same way', () => {
    const zone = { ...ZONE, ambiguousNumber: true };
    expect(documentDecision({ ...GOOD, zone })).toMatchObject({ outcome: 'read', doubts: [] });
  });

  it('takes glare for white paper where the zone is certain and all of it is printed for people too', () => {
    const zone = { ...ZONE, glare: 0.9 };
    expect(documentDecision({ ...GOOD, zone })).toMatchObject({ outcome: 'read', doubts: [] });
  });

  it('doubts glare that hides one of the fields, even if one need not be found', () => {
    const evidence = { ...GOOD, zone: { ...ZONE, glare: 0.9 }, printed: { ...PRINTED, surname: 'unseen' } } as const;
    const decision = documentDecision(evidence, { ...defaultThresholds, mostUnseenFields: 1 });
    expect(decision).toMatchObject({ outcome: 'read', doubts: ['document_unreadable'] });
  });

  it('takes a blurred picture whose text is read all the same', () => {
    expect(documentDecision({ ...GOOD, sharpness: 100 })).toMatchObject({ outcome: 'read', doubts: [] });
  });

  it.each<[keyof DocumentThresholds, number, number, Partial<DocumentEvidence>, ReadingFault]>([
    ['clearSharpness', 0.1, 0.101, { sharpness: 200 }, 'document_unreadable'],
    ['leastCertainty', 0.9, 0.901, { zone: { ...ZONE, certainty: 0.9 } }, 'document_unreadable'],
    ['mostUnseenFields', 1, 0, { printed: { ...PRINTED, surname: 'unseen' } }, 'document_data_mismatch'],
  ])('takes what is just within %s, and doubts what is beyond', (name, within, beyond, evidence, doubt) => {
    const decided = (threshold: number) =>
      documentDecision({ ...GOOD, ...evidence }, { ...defaultThresholds, [name]: threshold });
    expect(decided(within)).toMatchObject({ outcome: 'read', doubts: [] });
    expect(decided(beyond)).toMatchObject({ outcome: 'read', doubts: [doubt] });
  });

  it('takes what is just within mostGlare of a page that hides a field, and doubts what is beyond', () => {
    const decided = (mostGlare: number) =>
      documentDecision(
        { ...GOOD, zone: { ...ZONE, glare: 0.2 }, printed: { ...PRINTED, surname: 'unseen' } },
        { ...defaultThresholds, mostUnseenFields: 1, mostGlare },
      );
    expect(decided(0.2)).toMatchObject({ outcome: 'read', doubts: [] });
    expect(decided(0.199)).toMatchObject({ outcome: 'read', doubts: ['document_unreadable'] });
  });

  it('leaves an unconfirmed picture to a person from leastSharpness on, and refuses it below', () => {
    const decided = (leastSharpness: number) =>
      documentDecision({ ...GOOD, sharpness: 200, printed: undefined }, { ...defaultThresholds, leastSharpness });
    expect(decided(0.1)).toMatchObject({ outcome: 'read', doubts: ['document_unreadable'] });
    expect(decided(0.101)).toEqual({ outcome: 'retry', reason: 'document_unreadable' });
  });

  it('never takes a field that is nearly the same, however many may be unseen', () => {
    const printed = { ...PRINTED, surname: 'other' } as const;
    const decision = documentDecision({ ...GOOD, printed }, { ...defaultThresholds, mostUnseenFields: 2 });
    expect(decision).toMatchObject({ doubts: ['document_data_mismatch'] });
  });

  it('is the same whatever the signals say', () => {
    const signals = signalKinds.map((kind) => ({ kind, side: 'front', strength: 1, raised: true }) as const);
    for (const evidence of [GOOD, { ...GOOD, printed: ILLEGIBLE }])
      expect(documentDecision({ ...evidence, signals })).toEqual(documentDecision(evidence));
  });

  it('takes a licence by its code', () => {
    const licence = { ...GOOD, type: 'driving_licence', zone: unread('not_found'), licence: LICENCE } as const;
    expect(documentDecision(licence)).toMatchObject({
      outcome: 'read',
      document: { type: 'driving_licence', country: 'USA' },
    });
  });

  it.each([
    ['TD1', 'I', 'residence_permit', 'residence_permit'],
    ['TD1', 'I', 'identity_card', 'identity_card'],
    ['TD1', 'ID', 'residence_permit', 'identity_card'],
    ['TD1', 'IR', 'identity_card', 'residence_permit'],
    ['TD1', 'C1', 'identity_card', 'residence_permit'],
    ['TD2', 'P', 'identity_card', 'passport'],
    ['TD3', 'P', 'identity_card', 'passport'],
  ] as const)('tells what a %s with the code %s is, where a %s was asked for: %s', (format, code, type, told) => {
    const decision = documentDecision({ ...GOOD, type, zone: withFields({ format, code }) });
    expect(decision).toMatchObject({ document: { type: told } });
  });

  it('takes the last day that a date of expiry may mean', () => {
    const decision = documentDecision({ ...GOOD, zone: withFields({ expiryDate: '2028-02-00' }) });
    expect(decision).toMatchObject({ document: { expiryDate: '2028-02-29' } });
  });
});
