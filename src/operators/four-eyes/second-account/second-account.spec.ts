import { objectionTo } from './second-account.js';

const HOUR = 3_600_000;
const askedAt = new Date('2026-11-26T12:00:00Z');
const invited = (sub: string, hours: number, invitedBy: string | null) => ({
  sub,
  invitedAt: new Date(askedAt.getTime() + hours * HOUR),
  invitedBy,
});
const anna = { sub: 'anna', emails: ['anna@bank.example', 'Anna.Berg@bank.example'] };
const carlWith = (...emails: string[]) => ({ sub: 'carl', emails });
const objection = (...invitations: ReturnType<typeof invited>[]) =>
  objectionTo(askedAt, anna, carlWith('carl@bank.example'), [invited('carl', -1_000, 'anna'), ...invitations]);

describe('A second account', () => {
  it.each([
    ['the same address', ['Anna+agrees@bank.example']],
    ['the other address of the one who asked', ['ben@bank.example', 'anna.berg@BANK.example']],
  ])('is found by %s', (_what, emails) => {
    expect(objectionTo(askedAt, anna, carlWith(...emails), [])).toBe('samePerson');
  });

  it.each([
    ['a day before, by the one who asked', -24, 'anna', undefined],
    ['within the day before, by the one who asked', -23.9, 'anna', 'invitedTooLate'],
    ['within the day before, by somebody else', -23.9, 'ben', undefined],
    ['within the day before, on the command line', -1, null, undefined],
    ['at the same moment, by somebody else', 0, 'ben', 'invitedTooLate'],
    ['after the request, on the command line', 0.1, null, 'invitedTooLate'],
  ])('may be somebody who was invited %s', (_what, hours, by, expected) => {
    expect(objection(invited('carl', hours, by))).toBe(expected);
  });

  it.each([
    ['a day before, by the one who agrees', -24, 'carl', undefined],
    ['within the day before, by the one who agrees', -23.9, 'carl', 'invitedTooLate'],
    ['after the request, by the one who agrees', 0.1, 'carl', undefined],
    ['within the day before, by somebody else', -23.9, 'ben', undefined],
    ['after the request, by somebody else', 0.1, 'ben', undefined],
  ])('may have asked if it was invited %s', (_what, hours, by, expected) => {
    expect(objection(invited('anna', hours, by))).toBe(expected);
  });

  it('may be both, if one operator has invited both within the day before, directly or not', () => {
    const ofAnna = invited('anna', -2, 'ben');
    expect(objection(ofAnna, invited('carl', -3, 'ben'))).toBe('invitedTooLate');
    expect(objection(ofAnna, invited('carl', -24, 'ben'))).toBeUndefined();
    expect(objection(ofAnna, invited('carl', -3, null))).toBeUndefined();
    expect(objection(ofAnna, invited('ben', -4, 'carl'))).toBe('invitedTooLate');
    expect(objection(invited('anna', -2, 'ben'), invited('ben', -3, 'anna'))).toBeUndefined();
  });

  it('is not somebody who was here before, with an address of their own', () => {
    expect(objection()).toBeUndefined();
  });
});
