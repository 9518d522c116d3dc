import { READ_PASSPORT } from '../../../../test/support/idv/read-passport.js';
import type { FieldsSeen } from '../viz/printed-fields.js';
import { documentDecision } from './document-decision.js';
import type { DocumentEvidence, ZoneEvidence } from './document-evidence.js';
import { joined, joinedCard, joinedFronts, lacksSomething } from './joined-pages.js';

const LINES = ['P<UTOERIKSSON<<ANNA<MARIA<<<', 'L898902C36UTO7408122F32041594'];
const ZONE: ZoneEvidence = {
  outcome: 'accepted',
  fields: READ_PASSPORT,
  lines: LINES,
  ambiguousNumber: false,
  certainty: 0.99,
  glare: 0,
};
const UNREAD: ZoneEvidence = { outcome: 'not_found', ambiguousNumber: false, certainty: 0, glare: 0 };
const ALL: FieldsSeen = { number: 'same', surname: 'same', givenNames: 'same', birthDate: 'same', expiryDate: 'same' };
const FLARE_BELOW: FieldsSeen = { ...ALL, expiryDate: 'unseen' };
const FLARE_ABOVE: FieldsSeen = { ...ALL, number: 'unseen', surname: 'unseen' };
const page = (printed?: FieldsSeen, zone = ZONE): DocumentEvidence => ({
  ...{ type: 'passport', zone, sharpness: 2_500, brightness: 150, signals: [] },
  ...(printed && { printed }),
});
const decided = (last: DocumentEvidence, before: DocumentEvidence) => {
  const evidence = joined(last, before);
  return evidence && documentDecision(evidence);
};
const SURE = { outcome: 'read', doubts: [], document: { number: READ_PASSPORT.number } };

describe('Two pictures of one page', () => {
  it.each([
    ['other fields are hidden in each', page(FLARE_BELOW), page(FLARE_ABOVE)],
    ['only the one before shows what is printed for people', page({ ...FLARE_ABOVE, birthDate: 'unseen' }), page(ALL)],
    ['only the one before shows the zone', page(ALL, UNREAD), page(FLARE_BELOW)],
    ['only the last one shows the zone', page(FLARE_BELOW), page(ALL, { ...UNREAD, outcome: 'unsure' })],
  ])('are read together where %s', (_, last, before) => {
    expect(decided(last, before)).toMatchObject(SURE);
  });

  it.each([
    [
      'another zone',
      page(FLARE_BELOW),
      page(ALL, { ...ZONE, lines: [LINES[0] ?? '', LINES[1]?.replace('2C', '3C') ?? ''] }),
    ],
    ['check digits that do not hold', page(FLARE_BELOW), page(ALL, { ...UNREAD, outcome: 'check_digits' })],
    ['check digits that do not hold now', page(ALL, { ...UNREAD, outcome: 'check_digits' }), page(ALL)],
    ['no zone in either', page(ALL, UNREAD), page(ALL, UNREAD)],
    ['no zone, and not the number', page(FLARE_BELOW), page({ ...ALL, number: 'other' }, UNREAD)],
    ['no zone, and not the birth date', page({ ...ALL, birthDate: 'unseen' }, UNREAD), page(ALL)],
    ['another field in the last one', page({ ...FLARE_BELOW, surname: 'other' }), page(ALL)],
  ])('are not joined where there is %s', (_, last, before) => {
    expect(joined(last, before)).toBeUndefined();
  });

  it('stay in doubt where neither shows a field, or the one before shows another', () => {
    for (const before of [FLARE_BELOW, { ...ALL, expiryDate: 'other' } as const]) {
      expect(decided(page(FLARE_BELOW), page(before))).toMatchObject({ doubts: ['document_data_mismatch'] });
    }
  });

  it('are born in the century that is printed in either', () => {
    const older = { ...ZONE, fields: { ...READ_PASSPORT, birthDate: '1919-08-12' } };
    const hidden = page({ ...ALL, birthDate: 'unseen' });
    expect(decided(hidden, page(FLARE_BELOW, older))).toMatchObject({ document: { birthDate: '1919-08-12' } });
    expect(decided(page(FLARE_BELOW, older), page({ ...ALL, birthDate: 'unseen' }))).toMatchObject({
      document: { birthDate: '1919-08-12' },
    });
  });

  it('are not looked at twice where the last one says something else, or is no page with a zone', () => {
    expect(lacksSomething(page({ ...ALL, surname: 'other' }))).toBe(false);
    expect(lacksSomething(page(undefined, { ...UNREAD, outcome: 'other_layout' }))).toBe(false);
    expect(lacksSomething(page(undefined, UNREAD))).toBe(true);
  });
});

describe('A card whose back cannot be read', () => {
  const unread = page(undefined, UNREAD);
  const withBackBefore = page(ALL);

  it('is read by its back before, which the front of now confirms', () => {
    expect(joinedCard(unread, withBackBefore)).toBe(withBackBefore);
    expect(joinedCard(page(undefined, { ...UNREAD, outcome: 'unsure' }), withBackBefore)).toBe(withBackBefore);
  });

  it.each([
    ['the back before is of another card: its number is not on the front', unread, page({ ...ALL, number: 'unseen' })],
    ['the back before is of another card of the same person', unread, page({ ...ALL, number: 'other' })],
    ['the back before is of another person', unread, page({ ...ALL, birthDate: 'other' })],
    ['nothing on the front could be compared', unread, page(undefined)],
    ['the back before could not be read either', unread, page(ALL, UNREAD)],
    ['the back before was altered', unread, page(ALL, { ...UNREAD, outcome: 'check_digits' })],
    ['the back of now was altered', page(ALL, { ...UNREAD, outcome: 'check_digits' }), withBackBefore],
    ['the back of now is of another kind', page(ALL, { ...UNREAD, outcome: 'other_layout' }), withBackBefore],
    ['the back of now says something', page({ ...ALL, number: 'other' }), withBackBefore],
  ])('is not where %s', (_, last, before) => {
    expect(joinedCard(last, before)).toBeUndefined();
  });

  it('is in doubt where another field is printed on the front', () => {
    const altered = joinedCard(unread, page({ ...ALL, expiryDate: 'other' }));
    expect(altered && documentDecision(altered)).toMatchObject({ doubts: ['document_data_mismatch'] });
  });
});

describe('A card whose front does not show everything', () => {
  it('is read together with its front before, where each shows what the other hides', () => {
    const both = joinedFronts(page(FLARE_BELOW), page({ ...ALL, surname: 'unseen' }));
    expect(both && documentDecision(both)).toMatchObject(SURE);
    const numberHidden = joinedFronts(page(FLARE_ABOVE), page(FLARE_BELOW));
    expect(numberHidden && documentDecision(numberHidden)).toMatchObject(SURE);
  });

  it.each([
    ['the front before has another number', page(FLARE_BELOW), page({ ...ALL, number: 'other' })],
    ['the front before hides the number', page(FLARE_BELOW), page({ ...ALL, number: 'unseen' })],
    ['the front before is of another person', page(FLARE_BELOW), page({ ...ALL, birthDate: 'other' })],
    ['the front of now names neither', page({ ...FLARE_ABOVE, birthDate: 'unseen' }), page(ALL)],
    ['the front of now says something else', page({ ...FLARE_BELOW, surname: 'other' }), page(ALL)],
    ['the back of now cannot be read', page(FLARE_BELOW, UNREAD), page(ALL)],
    ['nothing could be compared', page(undefined), page(ALL)],
  ])('is not where %s', (_, last, before) => {
    expect(joinedFronts(last, before)).toBeUndefined();
  });

  it('stays in doubt where the front before says something else, or hides the same', () => {
    for (const expiryDate of ['other', 'unseen'] as const) {
      const both = joinedFronts(page(FLARE_BELOW), page({ ...ALL, expiryDate }));
      expect(both && documentDecision(both)).toMatchObject({ doubts: ['document_data_mismatch'] });
    }
  });
});
