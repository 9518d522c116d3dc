import { base32, bytesOfBase32 } from './base32.js';

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
