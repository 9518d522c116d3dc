import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, SpecimenState } from '@countersign/emrtd/specimens';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { readConfig } from '../../../config.js';
import { DeviceMaker } from '../../../../test/support/attestations.js';
import { TestDevice } from '../../../../test/support/devices.js';
import type { DeviceJwk } from '../device-key.js';
import { DeviceAttestations } from './device-attestations.service.js';

const NONCE = 'a-nonce-of-the-service';
const ORIGIN = 'https://mobile.test';
const APP = 'com.example.bank';
/** A copy of the roots that Google publishes. */
const GOOGLE = 'node_modules/@simplewebauthn/server/esm/services/defaultRootCerts/android-key.js';

const P256_AT_INFINITY = '3019301306072a8648ce3d020106082a8648ce3d03010703020000';
const noPoint = () => {
  const spki = Buffer.from(P256_AT_INFINITY, 'hex');
  return Buffer.from(new SpecimenState().certify({ ...newKey('prime256v1'), spki })).toString('base64url');
};

const folder = mkdtempSync(join(tmpdir(), 'attestations-'));
const trusting = (roots?: string, apps = '') =>
  new DeviceAttestations(
    readConfig({
      MOBILE_URL: ORIGIN,
      DEVICE_ATTESTATION_APPS: apps,
      ...(roots && { DEVICE_ATTESTATION_ROOTS: roots }),
    }),
  );

describe('The attestation of a key', () => {
  let maker: DeviceMaker;
  let other: DeviceMaker;
  const { publicKey } = new TestDevice();
  const jwk = publicKey as JWK & DeviceJwk;
  let key: { nonce: string; jwk: DeviceJwk; thumbprint: string; now: Date };
  let ours: DeviceAttestations;
  beforeAll(async () => {
    [maker, other] = [await DeviceMaker.create(), await DeviceMaker.create()];
    writeFileSync(join(folder, 'devices.pem'), maker.pem);
    ours = trusting(folder);
    key = { nonce: NONCE, jwk, thumbprint: await calculateJwkThumbprint(jwk), now: new Date() };
  });

  it('tells for Android where the key is, and which app has it', async () => {
    const sent = await maker.androidKey(jwk, NONCE);
    const { format, ...statement } = sent;
    expect(await ours.judge(sent, key)).toEqual({
      ...{ format, verdict: 'verified', protection: 'strongbox', app: APP },
      ...{ checked_at: key.now.toISOString(), statement },
    });
    expect(await ours.judge(await maker.androidKey(jwk, NONCE, { level: 1 }), key)).toMatchObject({
      protection: 'tee',
    });
  });

  it('tells for App Attest the app, whose own key vouches for that of the device', async () => {
    const sent = await maker.appAttest(NONCE, key.thumbprint);
    expect(await ours.judge(sent, key)).toMatchObject({
      ...{ format: 'apple-appattest', verdict: 'verified', protection: 'secure_enclave' },
      app: 'TEAM123456.com.example.bank',
    });
  });

  it('tells its format for WebAuthn', async () => {
    const sent = await maker.packed(NONCE, key.thumbprint, ORIGIN);
    expect(await ours.judge(sent, key)).toMatchObject({
      format: 'webauthn',
      verdict: 'verified',
      protection: 'packed',
    });
  });

  it('is not verified without roots, with another root, of another app, or outside of hardware', async () => {
    const because = async (by: DeviceAttestations, sent: Promise<any>) => {
      const { verdict, because: why } = await by.judge(await sent, key);
      return `${verdict} ${why}`;
    };
    const android = (about = {}, by = maker) => by.androidKey(jwk, NONCE, about);
    expect(await because(trusting(), android())).toBe('unverified no_roots');
    expect(await because(ours, android({}, other))).toBe('unverified unknown_root');
    expect(await because(ours, android({ level: 0 }))).toBe('unverified not_in_hardware');
    expect(await because(ours, android({ origin: 2 }))).toBe('unverified imported_key');
    expect(await because(ours, android({ boot: 2 }))).toBe('unverified boot_not_verified');
    const strict = trusting(folder, `${APP},TEAM123456.com.example.bank`);
    expect(await because(strict, android({ app: 'com.example.thief' }))).toBe('unverified other_app');
    expect((await strict.judge(await android(), key)).verdict).toBe('verified');
  });

  it('is not verified when it names no app and only some apps count', async () => {
    const strict = trusting(folder, APP);
    const unverified = { verdict: 'unverified', because: 'other_app' };
    expect(await strict.judge(await maker.androidKey(jwk, NONCE, { app: 'no package' }), key)).toMatchObject(
      unverified,
    );
    expect(await strict.judge(await maker.packed(NONCE, key.thumbprint, ORIGIN), key)).toMatchObject(unverified);
  });

  it('is verified for Android only if the app has the signer that the operator names', async () => {
    const signer = 'ab'.repeat(32);
    const strict = trusting(folder, `${APP}@${'AB:'.repeat(31)}AB`);
    const sent = (signers: string[]) => maker.androidKey(jwk, NONCE, { signers });
    expect(await strict.judge(await sent(['cd'.repeat(32), signer]), key)).toMatchObject({
      verdict: 'verified',
      app: APP,
    });
    const unverified = { verdict: 'unverified', because: 'other_app', app: APP };
    expect(await strict.judge(await sent(['cd'.repeat(32)]), key)).toMatchObject(unverified);
    expect(await strict.judge(await sent([]), key)).toMatchObject(unverified);
  });

  it('is not verified for a development build of an app', async () => {
    const sent = await maker.appAttest(NONCE, key.thumbprint, { isDevelopment: true });
    expect(await ours.judge(sent, key)).toMatchObject({
      ...{ verdict: 'unverified', because: 'other_app', protection: 'secure_enclave_development' },
    });
  });

  it.each<[string, () => Promise<any>]>([
    ['about another key', async () => maker.androidKey(new TestDevice().publicKey, NONCE)],
    ['of another nonce', async () => maker.androidKey(jwk, 'another')],
    ['whose certificate has ended', async () => maker.androidKey(jwk, NONCE, { days: -1 })],
    [
      'by a key that was attested itself',
      async () => maker.androidKey(jwk, NONCE, { by: await maker.attestedIssuer(NONCE) }),
    ],
    [
      'whose certificates are no chain',
      async () => {
        const [leaf] = (await maker.androidKey(jwk, NONCE)).x5c;
        return { format: 'android-key', x5c: [leaf, ...(await other.androidKey(jwk, NONCE)).x5c.slice(1)] };
      },
    ],
    ['of App Attest for another key', async () => maker.appAttest(NONCE, 'another')],
    ['of App Attest for another nonce', async () => maker.appAttest('another', key.thumbprint)],
    [
      'of another app than it says',
      async () => maker.appAttest(NONCE, key.thumbprint, { app: 'TEAM.a', says: 'TEAM.b' }),
    ],
    ['of WebAuthn for another key', async () => maker.packed(NONCE, 'another', ORIGIN)],
    ['of WebAuthn at another origin', async () => maker.packed(NONCE, key.thumbprint, 'https://elsewhere.test')],
    ['of a format that there is not', async () => ({ format: 'android-safetynet' })],
    ['without certificates', async () => ({ format: 'android-key', x5c: [] })],
    ['of certificates that are none', async () => ({ format: 'android-key', x5c: ['AAAA', 'MAAA'] })],
    ['whose key is the point at infinity, which ends Node', async () => ({ format: 'android-key', x5c: [noPoint()] })],
    ['of numbers', async () => ({ format: 'android-key', x5c: [1] })],
    ['of an object that is cut off', async () => ({ format: 'apple-appattest', app: 'a', attestation: 'omNm' })],
    ['of a passkey that is none', async () => ({ format: 'webauthn', credential: { response: 5 } })],
    ['of 33,000 characters', async () => ({ format: 'android-key', x5c: ['A'.repeat(33_000)] })],
  ])('is refused: %s', async (_which, sent) => {
    await expect(ours.judge(await sent(), key)).rejects.toMatchObject({ name: 'devices/attestation-refused' });
  });

  it('leads to the root of Google when it is of a real phone, which Google publishes', async () => {
    const [chain, roots] = ['test/support/published/android-key-chain.pem', GOOGLE].map((file) =>
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g),
    );
    writeFileSync(join(folder, 'google.pem'), (roots ?? []).join('\n'));
    const certificates = (chain ?? []).map((pem) => new X509Certificate(pem));
    const ofPhone = certificates[0]!.publicKey.export({ format: 'jwk' }) as JWK & DeviceJwk;
    const sent = { format: 'android-key', x5c: certificates.map(({ raw }) => raw.toString('base64url')) };
    const asked = { nonce: 'challenge', jwk: ofPhone, thumbprint: '', now: new Date('2023-03-01T00:00:00Z') };
    const ofGoogle = trusting(join(folder, 'google.pem'));
    expect(await ofGoogle.judge(sent, asked)).toMatchObject({
      ...{ verdict: 'verified', protection: 'tee', app: 'com.google.attestationexample' },
    });
    expect(await ours.judge(sent, asked)).toMatchObject({ verdict: 'unverified', because: 'unknown_root' });
    await expect(ofGoogle.judge(sent, { ...asked, now: new Date() })).rejects.toThrow(/not valid now/);
  });

  it('cannot be judged where the roots cannot be read', () => {
    writeFileSync(join(folder, 'empty.txt'), '');
    expect(() => trusting(join(folder, 'none'))).toThrow(/DEVICE_ATTESTATION_ROOTS names .*, which cannot be read/);
    expect(() => trusting(join(folder, 'empty.txt'))).toThrow(/has no certificate in PEM/);
  });
});
