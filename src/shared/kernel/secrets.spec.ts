import { base32, bytesOfBase32, newSecret, secretDigest, secretMatches } from './secrets.js';

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

describe('Base32', () => {
  it('is that of RFC 4648, there and back', () => {
    const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
    for (const [text, written] of Object.entries(vectors)) {
      expect(base32(Buffer.from(text))).toBe(written);
      expect(bytesOfBase32(`${written}====`)?.toString()).toBe(text);
    }
  });

  it.each(['', '=', 'a', 'MZXW6YT1', 'MZ XQ', 'MZ=XQ', 'ü'])('is not %j', (text) => {
    expect(bytesOfBase32(text)).toBeUndefined();
  });
});
