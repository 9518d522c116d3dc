import { createPublicKey, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../../support/application.js';
import { post } from '../../../support/raw-requests.js';
import { clientWithSecret } from '../../../support/relying-party.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { clientRow } from '../../../support/tokens.js';

const ISSUER = 'https://auth.test/service/authserver';
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

let running: TestApplication;
let mine: Signer;
let other: Signer;

interface Signer {
  readonly client: Client;
  readonly publicKey: CryptoKey;
  sign(claims?: JWTPayload, header?: Record<string, string>): Promise<string>;
  claims(changes?: JWTPayload): JWTPayload;
}

/** A client that has a key, and what it signs to be known by it. */
async function signer(): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] };
  const client = await clientRow(running, { scopes: ['users:read'], authMethod: 'private_key_jwt', jwks });
  const { clientId } = client;
  const claims = (changes: JWTPayload = {}): JWTPayload => ({
    iss: clientId,
    sub: clientId,
    aud: ISSUER,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 60,
    ...changes,
  });
  const sign = (changes: JWTPayload = {}, header: Record<string, string> = {}) =>
    new SignJWT(claims(changes)).setProtectedHeader({ alg: 'ES256', kid: 'one', ...header }).sign(privateKey);
  return { client, publicKey, sign, claims };
}

const now = () => Math.floor(Date.now() / 1000);
const present = (client_assertion: string, more: Record<string, string> = {}, endpoint = 'token') =>
  post(running, endpoint, {
    ...(endpoint === 'token' ? { grant_type: 'client_credentials', scope: 'users:read' } : { token: 'abc' }),
    client_assertion_type: TYPE,
    client_assertion,
    ...more,
  });

const bySecret = (key: object | string): Promise<string> =>
  new SignJWT(mine.claims())
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .sign(Buffer.from(typeof key === 'string' ? key : JSON.stringify(key)));

const pemOf = async ({ publicKey }: Signer): Promise<string> =>
  createPublicKey({ key: { ...(await exportJWK(publicKey)) }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();

async function withOwnKey(): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  return new SignJWT(mine.claims()).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
}

describe('Client assertions', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    [mine, other] = [await signer(), await signer()];
  });

  describe('An assertion of a client', () => {
    it.each<[string, () => JWTPayload]>([
      ['for the issuer', () => ({})],
      ['for the token endpoint', () => ({ aud: `${ISSUER}/oauth/token` })],
      ['in a list of one', () => ({ aud: [ISSUER] })],
      ['from a clock that is 10 seconds ahead', () => ({ iat: now() + 10, nbf: now() + 10 })],
      ['from a clock that is 10 seconds behind', () => ({ iat: now() - 70, exp: now() - 10 })],
    ])('is taken %s', async (_what, changes) => {
      expect(await present(await mine.sign(changes()))).toMatchObject({ status: 200, body: { scope: 'users:read' } });
    });
  });

  describe('An assertion of a client that is wrong', () => {
    it.each<[string, () => JWTPayload]>([
      ['for somebody else', () => ({ aud: 'https://evil.example' })],
      ['for somebody else as well', () => ({ aud: [ISSUER, 'https://evil.example'] })],
      ['for one of our surfaces', () => ({ aud: 'https://management.test' })],
      ['for another issuer at our host', () => ({ aud: 'https://auth.test' })],
      ['for nobody', () => ({ aud: undefined })],
      ['that is expired', () => ({ iat: now() - 100, exp: now() - 20 })],
      ['that never expires', () => ({ exp: undefined })],
      ['that expires in a year', () => ({ exp: now() + 31_536_000 })],
      ['that expires at the end of time', () => ({ exp: Number.MAX_SAFE_INTEGER })],
      ['that expires in a word', () => ({ exp: 'never' as unknown as number })],
      ['from the future', () => ({ iat: now() + 60 })],
      ['that is not valid yet', () => ({ nbf: now() + 60 })],
      ['without an id', () => ({ jti: undefined })],
      ['by another client than it is about', () => ({ iss: other.client.clientId })],
      ['about another client', () => ({ sub: other.client.clientId })],
      ['of another client', () => ({ iss: other.client.clientId, sub: other.client.clientId })],
      ['about nobody', () => ({ sub: undefined })],
      ['of a client that there is not', () => ({ iss: 'nobody', sub: 'nobody' })],
    ])('is refused %s', async (_what, changes) => {
      const answer = await present(await mine.sign(changes()));
      expect([400, 401]).toContain(answer.status);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^invalid_(?:client|request)$/) });
    });

    it.each<[string, () => Promise<string>]>([
      ['that nobody has signed (alg none)', async () => new UnsecuredJWT(mine.claims()).encode()],
      ['signed with the public key as a secret', async () => bySecret(await exportJWK(mine.publicKey))],
      ['signed with the public key in PEM as a secret', async () => bySecret(await pemOf(mine))],
      ['signed by another client', async () => other.sign(mine.claims())],
      ['whose signature was cut off', async () => (await mine.sign()).replace(/[^.]+$/, '')],
      ['whose key is in its own head', async () => withOwnKey()],
      ['by a key that the client has not', async () => mine.sign({}, { kid: 'two' })],
      ['that is no JWT', async () => 'abc'],
    ])('is refused %s', async (_what, make) => {
      const answer = await present(await make());
      expect([400, 401]).toContain(answer.status);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^invalid_(?:client|request)$/) });
    });

    it('is refused a second time, at whatever endpoint', async () => {
      const assertion = await mine.sign();
      expect((await present(assertion)).status).toBe(200);
      for (const endpoint of ['token', 'introspect', 'revoke']) {
        expect(await present(assertion, {}, endpoint)).toMatchObject({
          status: 401,
          body: { error: 'invalid_client' },
        });
      }
    });

    it.each([
      ['by another type', { client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer' }],
      ['without its type', { client_assertion_type: '' }],
      ['beside a secret', { client_secret: 'secret' }],
      ['in the name of another client', { client_id: 'another' }],
    ])('is refused %s', async (_what, more: Record<string, string>) => {
      expect(await present(await mine.sign(), more)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it('is refused of a client that has a secret, signed with it', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: ['users:read'] });
      const claims = mine.claims({ iss: client.clientId, sub: client.clientId });
      const assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
      expect(await present(assertion)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    });

    it('is refused of a client that has a key and comes by a secret, or by nothing', async () => {
      const { clientId: client_id } = mine.client;
      const asking = { grant_type: 'client_credentials', scope: 'users:read', client_id };
      for (const client_secret of ['kept as a hash', 'x', '']) {
        expect(await post(running, 'token', { ...asking, client_secret })).toMatchObject({ status: 401 });
      }
    });
  });
});
