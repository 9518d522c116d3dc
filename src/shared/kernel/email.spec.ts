import { normalisedEmail } from './index.js';

describe('An e-mail address', () => {
  it.each([
    ['anna@bank.example', 'anna@bank.example'],
    ['ANNA@Bank.Example', 'anna@bank.example'],
    ['anna+two@bank.example', 'anna@bank.example'],
    ['anna+two+three@bank.example', 'anna@bank.example'],
    [' ａnna@bank.example ', 'anna@bank.example'],
    ['+anna@bank.example', '+anna@bank.example'],
    ['an.na@bank.example', 'an.na@bank.example'],
    ['anna@b+nk.example', 'anna@b+nk.example'],
    ['"a@b+c"@bank.example', '"a@b@bank.example'],
    ['anna+two', 'anna'],
    ['', ''],
  ])('%j is the mailbox %j', (given, plain) => {
    expect(normalisedEmail(given)).toBe(plain);
  });
});
