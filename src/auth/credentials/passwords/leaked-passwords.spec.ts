import { randomBytes } from 'node:crypto';
import { LEAKED_PASSWORDS } from './leaked-password-list.js';
import { isLeaked } from './leaked-passwords.js';

describe('A password', () => {
  it.each(['qwertyuiopzxcvbnm', 'fucktheworld', 'yoshimitshu468', 'WVODZzEzmk7BE', 'wvodzzezmk7be', 'ANGELIKA1991'])(
    'that was leaked is known: %s',
    (password) => expect(isLeaked(password)).toBe(true),
  );

  it('that is new is not taken for a leaked one', () => {
    const found = Array.from({ length: 20_000 }, () => randomBytes(12).toString('base64')).filter(isLeaked);
    expect(found).toEqual([]);
  });
});

it('The list of leaked passwords is sorted, has each once, and is small', () => {
  const bytes = Buffer.from(LEAKED_PASSWORDS, 'base64');
  const prints = Array.from({ length: bytes.length / 5 }, (_, at) => bytes.toString('hex', at * 5, at * 5 + 5));
  expect(prints.length).toBeGreaterThan(40_000);
  expect(prints).toEqual([...new Set(prints)].sort());
  expect(bytes.length).toBeLessThan(256 * 1_024);
});
