import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { CompactSign, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { readConfig } from '../../../config.js';
import { Clock, DomainError } from '../../../shared/kernel/index.js';
import { readDeviceKey } from '../device-key.js';
import { DeviceProofs } from './device-proofs.service.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const AUDIENCE = 'https://mobile.test';
const seconds = (offset = 0) => Math.floor(NOW.getTime() / 1000) + offset;

class StoppedClock extends Clock {
  now = (): Date => NOW;
}

const proofs = new DeviceProofs(readConfig({ MOBILE_URL: AUDIENCE }), new StoppedClock());
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' });

const { publicKey, privateKey } = pair();
const registered = readDeviceKey(jwkOf(publicKey));
const HEADER = { alg: 'ES256', typ: 'device-proof+jwt', jwk: jwkOf(publicKey) };
const PAYLOAD = { sub: 'jane', aud: AUDIENCE, iat: seconds(), nonce: 'n' };

interface Parts {
  readonly header?: object;
  readonly payload?: JWTPayload;
  readonly key?: KeyObject;
}

const signed = ({ header, payload, key = privateKey }: Parts = {}): Promise<string> =>
  new SignJWT({ ...PAYLOAD, ...payload }).setProtectedHeader({ ...HEADER, ...header }).sign(key);

const signedText = (text: string): Promise<string> =>
  new CompactSign(Buffer.from(text)).setProtectedHeader(HEADER).sign(privateKey);

const verify = (proof: string) => proofs.verify(proof, registered, 'jane');

/** The same payload and signature under another header. */
const reheaded = (proof: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...proof.split('.').slice(1)].join('.');

const MALFORMED = /malformed, of another type or algorithm, or not signed/;

describe('A proof of possession', () => {
  it('that is right gives the nonce that it was made for', async () => {
    expect(await verify(await signed())).toBe('n');
  });

  it.each<[string, () => Promise<string> | string, RegExp]>([
    ['another user', () => signed({ payload: { sub: 'joe' } }), /another user/],
    ['no user', () => signed({ payload: { sub: undefined } }), /another user/],
    ['another audience', () => signed({ payload: { aud: 'https://mobile.rival' } }), /another audience/],
    ['several audiences', () => signed({ payload: { aud: [AUDIENCE, 'https://rival'] } }), /another audience/],
    ['a time long ago', () => signed({ payload: { iat: seconds(-301) } }), /too old/],
    ['a time to come', () => signed({ payload: { iat: seconds(301) } }), /from the future/],
    ['no time', () => signed({ payload: { iat: undefined } }), /too old/],
    ['no nonce', () => signed({ payload: { nonce: undefined } }), /nonce is missing/],
    ['a nonce that is no text', () => signed({ payload: { nonce: 7 } }), /nonce is missing/],
    ['a time after which it is void', () => signed({ payload: { exp: seconds(-1) } }), MALFORMED],
  ])('is refused for %s', async (_name, proof, why) => {
    await expect(verify(await proof())).rejects.toThrow(why);
    await expect(verify(await proof())).rejects.toMatchObject({ name: 'devices/proof-refused' });
  });

  it.each<[string, () => Promise<string> | string]>([
    ['no type', () => signed({ header: { typ: undefined } })],
    ['another type', () => signed({ header: { typ: 'dpop+jwt' } })],
    ['algorithm none', () => new UnsecuredJWT(PAYLOAD).encode()],
    [
      'algorithm none, and a header that is right otherwise',
      async () => reheaded(await signed(), { ...HEADER, alg: 'none' }),
    ],
    [
      'algorithm ES384',
      () => signed({ header: { alg: 'ES384' }, key: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey }),
    ],
    [
      'a shared secret that is our public key',
      () =>
        new SignJWT(PAYLOAD)
          .setProtectedHeader({ ...HEADER, alg: 'HS256' })
          .sign(publicKey.export({ type: 'spki', format: 'der' })),
    ],
    ['a signature by another key', () => signed({ key: pair().privateKey })],
    ['a signature over something else', async () => reheaded(await signed(), { ...HEADER, kid: 'x' })],
    ['no signature', async () => (await signed()).replace(/[^.]+$/, '')],
    ['a critical header that nobody knows', () => reheadedCritical()],
    ['a payload that is no object', () => signedText('"jane"')],
    ['a payload that is no JSON', () => signedText('jane')],
    ['two parts', () => 'a.b'],
    ['no text at all', () => ''],
    ['the JSON form of a JWS', () => JSON.stringify({ payload: '', signatures: [] })],
  ])('is refused with %s', async (_name, proof) => {
    await expect(verify(await proof())).rejects.toThrow(MALFORMED);
  });

  it('whose header names another key than the one to register is refused', async () => {
    const other = jwkOf(pair().publicKey);
    await expect(verify(await signed({ header: { jwk: other } }))).rejects.toThrow(/another key/);
    await expect(verify(await signed({ header: { jwk: undefined } }))).rejects.toMatchObject({
      name: 'devices/key-refused',
    });
  });

  it('that shows the private key is refused', async () => {
    await expect(verify(await signed({ header: { jwk: jwkOf(privateKey) } }))).rejects.toThrow(/private key/);
  });

  it('that is longer than any real one is not even read', async () => {
    await expect(verify(await signed({ payload: { filler: 'x'.repeat(4096) } }))).rejects.toThrow(/too long/);
  });

  it('is good five minutes either way, since the clock of a device may be off', async () => {
    for (const offset of [-300, 300])
      expect(await verify(await signed({ payload: { iat: seconds(offset) } }))).toBe('n');
  });

  it('is refused by name, whatever text is sent', async () => {
    const right = await signed();
    // The last character stays: some of its bits are padding, so a change of it may leave the signature valid.
    const broken = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', 'A', '0', '-', '_', '.', '=') }),
      fc.nat(right.length - 2).map((at) => right.slice(0, at) + (right[at] === 'A' ? 'B' : 'A') + right.slice(at + 1)),
    );
    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        await expect(verify(text)).rejects.toBeInstanceOf(DomainError);
      }),
    );
  });
});

function reheadedCritical(): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(PAYLOAD)))
    .setProtectedHeader({ ...HEADER, crit: ['odd'], odd: true })
    .sign(privateKey, { crit: { odd: true } });
}
