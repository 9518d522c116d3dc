import { createHash } from 'node:crypto';
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { Clock } from '../kernel/index.js';
import { DpopProofs } from './dpop-proofs.js';

class SetClock extends Clock {
  at = new Date('2026-01-31T09:30:00Z');
  now(): Date {
    return this.at;
  }
}

const TOKEN = 'the.access.token';
const URL_OF_IT = 'https://management.test/v1/users?limit=5';

describe('A proof of possession', () => {
  let key: { privateKey: CryptoKey; jwk: JWK; thumbprint: string };
  let clock: SetClock;
  let proofs: DpopProofs;
  beforeAll(async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    key = { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
  });
  beforeEach(() => {
    clock = new SetClock();
    proofs = new DpopProofs(clock);
  });

  const claims = (): JWTPayload => ({
    jti: 'one',
    htm: 'GET',
    htu: 'https://management.test/v1/users',
    iat: clock.at.getTime() / 1000,
    ath: createHash('sha256').update(TOKEN).digest('base64url'),
  });
  const proof = (changes: JWTPayload = {}, header: object = {}) =>
    new SignJWT({ ...claims(), ...changes })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key.jwk, ...header })
      .sign(key.privateKey);
  const check = (text: string, thumbprint = key.thumbprint) =>
    proofs.check({ method: 'GET', url: URL_OF_IT, token: TOKEN, proof: text }, thumbprint);

  it('is taken once', async () => {
    const good = await proof();
    await expect(check(good)).resolves.toBeUndefined();
    await expect(check(good)).rejects.toThrow('It was used before');
    await expect(check(await proof({ jti: 'two' }))).resolves.toBeUndefined();
  });

  it.each([
    ['https://management.test/v1/users?limit=5', 'with the query'],
    ['https://management.test:443/v1/users#x', 'with the usual port and a fragment'],
    ['HTTPS://MANAGEMENT.TEST/v1/users', 'in capitals'],
  ])('may name its target as %s, %s', async (htu) => {
    await expect(check(await proof({ htu }))).resolves.toBeUndefined();
  });

  it.each<[string, JWTPayload, string]>([
    ['for another method', { htm: 'POST' }, 'It is for another method'],
    ['for another path', { htu: 'https://management.test/v1/clients' }, 'It is for another address'],
    ['for another host', { htu: 'https://evil.example/v1/users' }, 'It is for another address'],
    ['for another scheme', { htu: 'http://management.test/v1/users' }, 'It is for another address'],
    ['for no address', { htu: 'users' }, 'It is for another address'],
    ['for another token', { ath: 'abc' }, 'It is for another token'],
    ['without an id', { jti: undefined }, 'It is malformed'],
    ['with an empty id', { jti: '' }, 'It was used before'],
    ['without a token hash', { ath: undefined }, 'It is malformed'],
    ['without a time', { iat: undefined }, 'It is malformed'],
  ])('is refused %s', async (_what, changes, why) => {
    await expect(check(await proof(changes))).rejects.toThrow(why);
  });

  it.each([
    [-61, 'It is too old, or from the future'],
    [61, 'It is too old, or from the future'],
  ])('is refused %d seconds off', async (seconds, why) => {
    const iat = Number(claims().iat) + seconds;
    await expect(check(await proof({ iat }))).rejects.toThrow(why);
  });

  it('is refused of another type', async () => {
    await expect(check(await proof({}, { typ: 'JWT' }))).rejects.toThrow('It is malformed');
  });

  it('is refused of another key than the token is bound to', async () => {
    await expect(check(await proof(), 'another')).rejects.toThrow('It is of another key');
    await expect(check(await proof(), '')).rejects.toThrow('It is of another key');
  });

  it('is refused when the key that it names has not signed it', async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    await expect(check(await proof({}, { jwk: await exportJWK(publicKey) }))).rejects.toThrow('It is malformed');
  });

  it('is refused when it shows its private key', async () => {
    const jwk = await exportJWK(key.privateKey);
    await expect(check(await proof({}, { jwk }))).rejects.toThrow('It is malformed');
  });

  it('is refused with a secret for a key', async () => {
    const secret = Buffer.alloc(32, 7);
    const text = await new SignJWT(claims())
      .setProtectedHeader({
        alg: 'HS256',
        typ: 'dpop+jwt',
        jwk: { kty: 'oct', k: secret.toString('base64url') } as JWK,
      })
      .sign(secret);
    await expect(check(text)).rejects.toThrow('It is malformed');
  });
});
