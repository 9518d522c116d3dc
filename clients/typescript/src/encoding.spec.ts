import { base64url, bytesOf, claimsOf, textOf, utf8 } from './encoding.js';

describe('Texts as bytes', () => {
  it.each(['', 'plain', 'Grüße, 你好 😀 ‏العربية', '100 % "quoted" \u0000 \u2028'])(
    'come back as they were: %p',
    (text) => {
      expect(textOf(utf8(text))).toBe(text);
      expect(textOf(bytesOf(base64url(utf8(text))))).toBe(text);
      expect(base64url(utf8(text))).toMatch(/^[\w-]*$/);
    },
  );

  it('are UTF-8', () => {
    expect([...utf8('é€😀')]).toEqual([0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80]);
  });
});

describe('The claims of a token', () => {
  it('are read whatever alphabet they are in', () => {
    expect(claimsOf(`e30.${base64url(utf8('{"name":"Надя Petrová"}'))}.`)).toEqual({ name: 'Надя Petrová' });
  });

  it.each([undefined, 7, '', 'a', 'a.b', 'a.!!.c', 'e30.W10.', 'e30._w.'])('are none for %p', (token) => {
    expect(claimsOf(token)).toBeUndefined();
  });
});
