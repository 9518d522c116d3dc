import { createLocalJWKSet, exportJWK, generateKeyPair, type JSONWebKeySet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import { Outbound, type OutboundAnswer, OutboundFailure } from '../../../src/shared/outbound/index.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import { relyingParty } from '../../support/relying-party.js';
import { Person } from '../../support/person.js';
import { active, application, authorizeUrl, PASSWORD } from '../../support/signing-in.js';
import { type Portal, portalOf } from '../../support/tokens.js';

const AT = 'https://keys.partner.example/jwks.json';

/** The tests of keys that a client publishes itself, and of a signed userinfo, for an application that is running. */
export function clientKeysCases(running: () => TestApplication): void {
  let portal: Portal;
  beforeAll(async () => {
    portal = await portalOf(running(), { scopes: ['clients:read', 'clients:write', 'users:read'] });
  });
  afterEach(() => jest.restoreAllMocks());

  const made = (fields: object) =>
    portal.post('/v1/clients', {
      ...{ clientName: 'Partner', grantTypes: ['client_credentials'], scopes: ['users:read'] },
      ...{ authMethod: 'private_key_jwt', jwksUri: AT, ...fields },
    });
  /** The partner's server at the address. The calls that it got. */
  function publishing(answer: () => Promise<object>) {
    return jest.spyOn(running().app.get(Outbound), 'send').mockImplementation(async (): Promise<OutboundAnswer> => ({
      ...{ status: 200, headers: {} },
      body: Buffer.from(JSON.stringify(await answer())),
    }));
  }
  async function partner(fields: object = {}) {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const { status, body } = await made(fields);
    expect(status).toBe(201);
    const config = await relyingParty(running(), body.clientId, oidc.PrivateKeyJwt({ key: privateKey, kid: 'k' }));
    const ask = () =>
      oidc.clientCredentialsGrant(config).then(
        () => 'a token',
        (error: unknown) => (error as { error?: string }).error,
      );
    const jwk = { ...(await exportJWK(publicKey)), kid: 'k', key_ops: ['verify'] };
    return { ask, jwk, clientId: body.clientId as string };
  }

  it('are read at the address, once for many requests, without a warning of the engine', async () => {
    const warned = jest.spyOn(console, 'warn');
    const one = await partner();
    const calls = publishing(() => Promise.resolve({ keys: [one.jwk] }));
    expect(await Promise.all([one.ask(), one.ask(), one.ask()])).toEqual(Array(3).fill('a token'));
    expect(calls.mock.calls.map(([{ url, purpose }]) => [url, purpose])).toEqual([[AT, 'client-keys']]);
    expect(warned).not.toHaveBeenCalled();
  });

  it.each([
    ['hangs', () => Promise.reject(new OutboundFailure('timeout', 'no answer'))],
    ['publishes no keys', () => Promise.resolve({ keys: 'none' })],
    ['publishes too many', () => Promise.resolve({ keys: Array(21).fill({ kty: 'EC' }) })],
    [
      'publishes private and symmetric ones',
      () =>
        Promise.resolve({
          keys: [
            { kty: 'oct', k: 'AA' },
            { kty: 'EC', d: 'AA' },
          ],
        }),
    ],
  ])('give nobody a token where the address %s, and are left alone for a while', async (_what, answer) => {
    const { ask } = await partner({ jwksUri: `${AT}?${Math.random()}` });
    const calls = publishing(answer);
    for (let tries = 0; tries < 3; tries += 1) expect(await ask()).not.toBe('a token');
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it('are never asked for at an address that only the service can reach', async () => {
    const { ask } = await partner({ jwksUri: 'https://169.254.169.254/latest/meta-data' });
    expect(await ask()).toBe('invalid_client');
  });

  it('are either in the client or at an address, and an address is of https', async () => {
    const { publicKey } = await generateKeyPair('ES256');
    const jwks = { keys: [await exportJWK(publicKey)] };
    for (const fields of [
      { jwks },
      { jwksUri: null },
      { jwksUri: 'http://keys.example' },
      { authMethod: 'client_secret_basic' },
    ])
      expect((await made(fields)).status).toBe(422);
    const { clientId } = await partner();
    expect((await portal.patch(`/v1/clients/${clientId}`, { jwks, jwksUri: null })).body).toMatchObject({
      jwks,
      jwksUri: null,
    });
  });

  it('go with a userinfo that is a signed JWT for the client, where it asks for one', async () => {
    const client = await application(running(), { userinfoSignedResponseAlg: 'ES256' });
    const sub = await active(running(), 'signed-info', { firstName: 'Ada', lastName: 'Byron' });
    const person = new Person(running());
    const page = await person.open(authorizeUrl(running(), client, { scope: 'openid profile' }));
    const back = await person.send(page, '/login', { login: 'signed-info', password: PASSWORD });
    const { body } = await redeem(running(), client, codeIn(back));
    const answer = await fetch(running().url('auth', '/service/authserver/oauth/userinfo'), {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(answer.headers.get('content-type')).toContain('application/jwt');
    const keys = (await (await fetch(running().url('auth', '/service/authserver/oauth/jwks'))).json()) as JSONWebKeySet;
    const options = { issuer: issuerOf(running().config), audience: client.clientId, algorithms: ['ES256'] };
    const { payload } = await jwtVerify(await answer.text(), createLocalJWKSet(keys), options);
    expect(payload).toMatchObject({
      sub,
      aud: client.clientId,
      given_name: 'Ada',
      family_name: 'Byron',
      name: 'Ada Byron',
    });
  });
}
