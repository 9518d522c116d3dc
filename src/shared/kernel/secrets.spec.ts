import { newSecret } from './ids.js';
import { secretDigest, secretMatches } from './secrets.js';

describe('a secret kept as its digest', () => {
  const secret = newSecret();

  it('matches itself and no other', () => {
    const digest = secretDigest(secret);
    expect(digest).toMatch(/^[\w-]{43}$/);
    expect(secretMatches(secret, digest)).toBe(true);
    for (const other of [newSecret(), secret.slice(1), `${secret} `, ''])
      expect(secretMatches(other, digest)).toBe(false);
  });

  it('matches nothing malformed', () => {
    for (const digest of ['', 'abc', secret, secretDigest(secret).slice(1)]) {
      expect(secretMatches(secret, digest)).toBe(false);
    }
  });
});
