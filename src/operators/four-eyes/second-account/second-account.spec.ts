import { objectionTo } from './second-account.js';

const HOUR = 3_600_000;
const askedAt = new Date('2026-11-26T12:00:00Z');
const asked = { askedBy: 'anna', askedAt };
const invited = (hours: number, invitedBy: string | null = null) => ({
  invitedAt: new Date(askedAt.getTime() + hours * HOUR),
  invitedBy,
});
const objection = (emails: string[], ...invitations: ReturnType<typeof invited>[]) =>
  objectionTo(asked, ['anna@bank.example', 'Anna.Berg@bank.example'], { emails, invitations });

describe('A second account', () => {
  it.each([
    ['the same address', ['Anna+agrees@bank.example']],
    ['the other address of the one who asked', ['ben@bank.example', 'anna.berg@BANK.example']],
  ])('is found by %s', (_what, emails) => {
    expect(objection(emails, invited(-1_000))).toBe('samePerson');
  });

  it.each([
    ['a day before, by the one who asked', -24, 'anna', undefined],
    ['within the day before, by the one who asked', -23.9, 'anna', 'invitedTooLate'],
    ['within the day before, by somebody else', -23.9, 'ben', undefined],
    ['within the day before, on the command line', -1, null, undefined],
    ['at the same moment, by somebody else', 0, 'ben', 'invitedTooLate'],
    ['after the request, on the command line', 0.1, null, 'invitedTooLate'],
  ])('may be somebody who was invited %s', (_what, hours, by, expected) => {
    expect(objection(['carl@bank.example'], invited(-1_000), invited(hours, by), invited(-900))).toBe(expected);
  });

  it('is not somebody who was here before, with an address of their own', () => {
    expect(objection(['carl@bank.example'])).toBeUndefined();
  });
});
