import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { publicJwkOf, rawSignature } from './der.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const data = Buffer.from('what is signed');

/** A DER sequence of two integers. */
function der(r: readonly number[], s: readonly number[]): Uint8Array {
  const integers = [r, s].flatMap((bytes) => [0x02, bytes.length, ...bytes]);
  return Uint8Array.from([0x30, integers.length, ...integers]);
}

describe('A signature of a phone', () => {
  it('is turned into r and s, with and without leading zeros', () => {
    for (let count = 0; count < 300; count += 1) {
      const raw = rawSignature(new Uint8Array(sign('sha256', data, privateKey)));
      expect(raw).toHaveLength(64);
      expect(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
    }
    const raw = rawSignature(der([0x01], [0x00, 0x80, ...Array<number>(31).fill(7)]));
    expect([raw[31], raw[32], raw.slice(0, 31).every((byte) => byte === 0)]).toEqual([1, 0x80, true]);
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['raw already', new Uint8Array(64).fill(1)],
    ['cut off', der([1, 2, 3], [4, 5, 6]).slice(0, 8)],
    ['of a larger curve', der(Array<number>(48).fill(1), Array<number>(48).fill(1))],
    ['three integers', Uint8Array.from([0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1])],
    ['an integer without bytes', Uint8Array.from([0x30, 5, 2, 0, 2, 1, 1])],
  ])('is refused when it is %s', (_what, bytes) => {
    expect(() => rawSignature(bytes)).toThrow(TypeError);
  });
});

describe('A public key of a phone', () => {
  it('is turned into a JWK', () => {
    const jwk = publicJwkOf(new Uint8Array(publicKey.export({ format: 'der', type: 'spki' })));
    expect(jwk).toEqual(publicKey.export({ format: 'jwk' }));
    expect(createPublicKey({ key: { ...jwk }, format: 'jwk' }).equals(publicKey)).toBe(true);
  });

  it('is refused when it is of another kind', () => {
    const { publicKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    expect(() => publicJwkOf(new Uint8Array(other.export({ format: 'der', type: 'spki' })))).toThrow(TypeError);
  });
});
