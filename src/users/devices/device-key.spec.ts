import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { calculateJwkThumbprint } from 'jose';
import { DomainError } from '../../shared/kernel/index.js';
import { readDeviceKey } from './device-key.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });
const bytes = (length: number, value = 0) => Buffer.alloc(length, value).toString('base64url');

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Encodes the same 32 bytes with other unused bits in the last character. */
const otherSpelling = (text: string) => text.slice(0, -1) + BASE64URL[BASE64URL.indexOf(text.at(-1)!) | 1]!;

describe('The public key of a device', () => {
  it('is read as its four members, whatever else a browser exports with it', async () => {
    const read = readDeviceKey({ ...jwk, key_ops: ['verify'], ext: true, alg: 'ES256', use: 'sig', kid: 'mine' });
    expect(Object.keys(read.jwk)).toEqual(['crv', 'kty', 'x', 'y']);
    expect(read.jwk).toEqual(jwk);
    expect(read.key.equals(publicKey)).toBe(true);
    expect(await calculateJwkThumbprint(read.jwk)).toBe(await calculateJwkThumbprint(publicKey));
  });

  it.each<[string, unknown, RegExp]>([
    ['text', 'key', /not a JWK/],
    ['null', null, /not a JWK/],
    ['a list', [jwk], /curve P-256/],
    ['a private key', privateKey.export({ format: 'jwk' }), /private/],
    ['a private member that is empty', { ...jwk, d: undefined }, /private/],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0' }, /private/],
    ['an RSA key', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }), /P-256/],
    ['another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' }), /P-256/],
    ['an Edwards curve', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), /P-256/],
    ['the name of the curve in lower case', { ...jwk, crv: 'p-256' }, /P-256/],
    ['a missing coordinate', { ...jwk, y: undefined }, /coordinates/],
    ['a compressed point', { kty: 'EC', crv: 'P-256', x: bytes(33, 2) }, /coordinates/],
    ['a coordinate that is too short', { ...jwk, x: bytes(31) }, /coordinates/],
    ['padding', { ...jwk, x: `${jwk.x!}=` }, /coordinates/],
    ['the other base64', { ...jwk, x: `+/${jwk.x!.slice(2)}` }, /coordinates/],
    ['another spelling of the same bytes', { ...jwk, x: otherSpelling(jwk.x!) }, /coordinates/],
    ['a point that is not on the curve', { ...jwk, x: jwk.y }, /not on the curve/],
    ['the origin', { ...jwk, x: bytes(32), y: bytes(32) }, /not on the curve/],
    ['a coordinate beyond the field', { ...jwk, x: bytes(32, 255) }, /not on the curve/],
  ])('is not %s', (_name, sent, why) => {
    expect(() => readDeviceKey(sent)).toThrow(why);
    expect(() => readDeviceKey(sent)).toThrow(expect.objectContaining({ name: 'devices/key-refused' }));
  });

  it('is a point on the curve or refused by name, whatever is sent', () => {
    const member = fc.oneof(fc.constantFrom(jwk.x, jwk.y, 'EC', 'P-256'), fc.jsonValue());
    const sent = fc.oneof(
      fc.jsonValue(),
      fc.record({ kty: member, crv: member, x: member, y: member, d: member }, { requiredKeys: [] }),
    );
    fc.assert(
      fc.property(sent, (value) => {
        try {
          expect(readDeviceKey(value).jwk).toEqual(jwk);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});
