import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import * as oidc from 'openid-client';
import { GrantRevocation } from '../../../src/auth/grants/grant-revocation.service.js';
import { AuthorizationServer } from '../../../src/auth/protocol/engine/authorization-server.service.js';
import { EngineStore } from '../../../src/auth/protocol/storage/engine-store.service.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { issuerOf } from '../../../src/shared/auth-guard/index.js';
import type { TestApplication } from '../../support/application.js';
import { clientWithSecret, fetchAt, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { Statements } from '../../support/statements.js';
import { clientRow } from '../../support/tokens.js';

const SCOPES = ['users:read', 'clients:read'];

let running: TestApplication;

async function party(options: Partial<Parameters<typeof clientWithSecret>[1]> = {}) {
  const { client, secret } = await clientWithSecret(running, { scopes: SCOPES, ...options });
  return { client, secret, config: await relyingParty(running, client.clientId, secret) };
}
const call = async (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  (await fetchAt(running)(`https://management.test${path}`, { headers, ...init })).status;

/** oauth4webapi, which is as strict as the specifications. */
async function server() {
  const issuer = new URL('https://auth.test/service/authserver');
  const fetching = (url: string | URL, init: object) => fetchAt(running)(url, init);
  const discovered = await oauth.discoveryRequest(issuer, { [oauth.customFetch]: fetching });
  return { authorizationServer: await oauth.processDiscoveryResponse(issuer, discovered), fetching };
}

describe('Tokens', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });

  describe('The time of issue', () => {
    afterEach(() => jest.restoreAllMocks());

    it("is the database's, so that a token of a process whose clock runs ahead does not outlive a cut-off", async () => {
      const { client, config } = await party();
      const administrator = await party({ scopes: [...SCOPES, 'clients:write'] });
      const { access_token: other } = await oidc.clientCredentialsGrant(administrator.config, {
        scope: 'clients:write',
      });
      const now = Date.now();
      jest.spyOn(Date, 'now').mockImplementation(() => now + 600_000);
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
      jest.restoreAllMocks();
      const { iat = 0, exp = 0, jti = '' } = decodeJwt(token);
      expect(Math.abs(iat * 1_000 - now)).toBeLessThan(120_000);
      expect(exp - iat).toBe(3_600);
      expect(Math.abs(Number.parseInt(jti.replaceAll('-', '').slice(0, 12), 16) - now)).toBeLessThan(120_000);
      expect(await call('/v1/users', { authorization: `Bearer ${token}` })).toBe(200);
      const removed = await call(
        `/v1/clients/${client.clientId}`,
        { authorization: `Bearer ${other}` },
        { method: 'DELETE' },
      );
      expect(removed).toBe(204);
      expect(await call('/v1/users', { authorization: `Bearer ${token}` })).toBe(401);
    });
  });

  describe('Introspection', () => {
    it('answers for our JWTs to the client that they were issued to', async () => {
      const { client, config } = await party();
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
      const { jti, iat, exp } = decodeJwt(token);
      expect(await oidc.tokenIntrospection(config, token)).toEqual({
        active: true,
        token_type: 'Bearer',
        iss: 'https://auth.test/service/authserver',
        sub: client.clientId,
        aud: 'https://management.test',
        client_id: client.clientId,
        scope: 'users:read',
        enterprise_id: 'default',
        test: false,
        jti,
        iat,
        exp,
      });
    });

    it('tells nothing to another client (cross-client introspection)', async () => {
      const [mine, other] = [await party(), await party()];
      const { access_token: token } = await oidc.clientCredentialsGrant(mine.config, { scope: 'users:read' });
      expect(await oidc.tokenIntrospection(other.config, token)).toEqual({ active: false });
    });

    it.each([
      ['a tampered token', (token: string) => `${token.slice(0, -6)}AAAAAA`],
      [
        'a token without signature',
        (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
      ],
      ['an opaque token that there is not', () => 'abcdef'],
    ])('says of %s that it is not active', async (_what, spoil) => {
      const { config } = await party();
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
      expect(await oidc.tokenIntrospection(config, spoil(token))).toEqual({ active: false });
    });

    it('is refused to whoever does not authenticate', async () => {
      const { client, config } = await party();
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
      const stranger = await relyingParty(running, client.clientId, 'wrong');
      await expect(oidc.tokenIntrospection(stranger, token)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe('Revocation', () => {
    it('makes a JWT void at once', async () => {
      const { client, config } = await party();
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'clients:read' });
      const path = `/v1/clients/${client.clientId}`;
      expect(await call(path, { authorization: `Bearer ${token}` })).toBe(200);
      await oidc.tokenRevocation(config, token);
      expect(await call(path, { authorization: `Bearer ${token}` })).toBe(401);
      expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
      await oidc.tokenRevocation(config, token); // again, without harm
      const { access_token: another } = await oidc.clientCredentialsGrant(config, { scope: 'clients:read' });
      expect(await call(path, { authorization: `Bearer ${another}` })).toBe(200);
    });

    it('has no effect by another client (cross-client revocation)', async () => {
      const [mine, other] = [await party(), await party()];
      const { access_token: token } = await oidc.clientCredentialsGrant(mine.config, { scope: 'clients:read' });
      await expect(oidc.tokenRevocation(other.config, token)).rejects.toMatchObject({ error: 'invalid_request' });
      expect(await call(`/v1/clients/${mine.client.clientId}`, { authorization: `Bearer ${token}` })).toBe(200);
    });

    it.each([
      ['a JWT', undefined],
      ['what is no token of ours', 'abcdef'],
    ])(
      'is answered by an empty object for %s (simple-oauth2 needs JSON, oidc-client-ts refuses text)',
      async (_what, other) => {
        const { client, secret, config } = await party();
        const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
        const answer = await fetchAt(running)(`${issuerOf(running.config)}/oauth/revoke`, {
          method: 'POST',
          body: new URLSearchParams({ token: other ?? token, client_id: client.clientId, client_secret: secret }),
        });
        expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
          200,
          'application/json; charset=utf-8',
          '{}',
        ]);
      },
    );

    it('answers 200 for what is no token of ours', async () => {
      const { config } = await party();
      await oidc.tokenRevocation(config, 'abcdef');
      await oidc.tokenRevocation(config, 'e30.e30.e30');
    });
  });

  describe('A token that is bound to a key (DPoP)', () => {
    const bound = async () => {
      const { client, config } = await party({ dpopBoundAccessTokens: true });
      const keys = await oidc.randomDPoPKeyPair('ES256');
      const DPoP = oidc.getDPoPHandle(config, keys);
      const token = await oidc.clientCredentialsGrant(config, { scope: 'clients:read' }, { DPoP });
      return {
        client,
        config,
        keys,
        DPoP,
        token,
        url: new URL(`https://management.test/v1/clients/${client.clientId}`),
      };
    };

    it('opens the surface with a proof', async () => {
      const { config, DPoP, token, url } = await bound();
      expect(token.token_type).toBe('dpop');
      expect(decodeJwt(token.access_token)['cnf']).toEqual({ jkt: expect.any(String) });
      const response = await oidc.fetchProtectedResource(config, token.access_token, url, 'GET', null, undefined, {
        DPoP,
      });
      expect(response.status).toBe(200);
      expect(await oidc.tokenIntrospection(config, token.access_token)).toMatchObject({
        active: true,
        token_type: 'DPoP',
      });
    });

    it('is not issued without a proof to a client that binds its tokens', async () => {
      const { config } = await party({ dpopBoundAccessTokens: true });
      await expect(oidc.clientCredentialsGrant(config, { scope: 'users:read' })).rejects.toMatchObject({
        error: 'invalid_grant',
      });
    });

    it('opens nothing as a Bearer token', async () => {
      const { client, token } = await bound();
      expect(await call(`/v1/clients/${client.clientId}`, { authorization: `Bearer ${token.access_token}` })).toBe(401);
    });

    it('opens nothing without a proof', async () => {
      const { client, token } = await bound();
      expect(await call(`/v1/clients/${client.clientId}`, { authorization: `DPoP ${token.access_token}` })).toBe(401);
    });

    it('opens nothing with the proof of another key', async () => {
      const { config, token, url } = await bound();
      const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair('ES256'));
      await expect(
        oidc.fetchProtectedResource(config, token.access_token, url, 'GET', null, undefined, { DPoP }),
      ).rejects.toMatchObject({ status: 401 });
    });

    it('opens nothing twice with one proof (replayed proof)', async () => {
      const { config, DPoP, token, url } = await bound();
      let proof = '';
      config[oidc.customFetch] = (target, init) => {
        proof = new Headers(init.headers).get('dpop') ?? proof;
        return fetchAt(running)(target, init);
      };
      await oidc.fetchProtectedResource(config, token.access_token, url, 'GET', null, undefined, { DPoP });
      expect(proof).not.toBe('');
      expect(await call(url.pathname, { authorization: `DPoP ${token.access_token}`, dpop: proof })).toBe(401);
    });

    it('cannot be had twice with one proof at the token endpoint either', async () => {
      const { client, secret } = await party({ dpopBoundAccessTokens: true });
      const { authorizationServer, fetching } = await server();
      const keys = await oauth.generateKeyPair('ES256', { extractable: true });
      const proofs: string[] = [];
      const replaying = (url: string, init: RequestInit) => {
        const headers = new Headers(init.headers);
        proofs.push(headers.get('dpop') ?? '');
        headers.set('dpop', proofs[0] ?? '');
        return fetching(url, { ...init, headers });
      };
      const ask = async () => {
        const handle = oauth.DPoP({}, keys);
        const response = await oauth.clientCredentialsGrantRequest(
          authorizationServer,
          { client_id: client.clientId },
          oauth.ClientSecretBasic(secret),
          { scope: 'users:read' },
          { DPoP: handle, [oauth.customFetch]: replaying },
        );
        return response.status;
      };
      expect(await ask()).toBe(200);
      expect(await ask()).toBe(400);
    });

    it('opens nothing as a DPoP token when its client has no key', async () => {
      const { client, config } = await party();
      const { access_token: token } = await oidc.clientCredentialsGrant(config, { scope: 'clients:read' });
      expect(await call(`/v1/clients/${client.clientId}`, { authorization: `DPoP ${token}` })).toBe(401);
    });
  });

  describe('oauth4webapi', () => {
    it.each(['oidc', 'oauth2'] as const)('accepts the discovery document by %s', async (algorithm) => {
      const issuer = new URL('https://auth.test/service/authserver');
      const response = await oauth.discoveryRequest(issuer, {
        algorithm,
        [oauth.customFetch]: fetchAt(running),
      });
      expect(await oauth.processDiscoveryResponse(issuer, response)).toMatchObject({ issuer: issuer.href });
    });

    it('accepts a token, its introspection and its revocation', async () => {
      const { client, secret } = await party();
      const { authorizationServer, fetching } = await server();
      const options = { [oauth.customFetch]: fetching as never };
      const me = { client_id: client.clientId };
      const auth = oauth.ClientSecretBasic(secret);
      const answered = await oauth.clientCredentialsGrantRequest(
        authorizationServer,
        me,
        auth,
        { scope: 'users:read' },
        options,
      );
      const token = await oauth.processClientCredentialsResponse(authorizationServer, me, answered);
      const asked = await oauth.introspectionRequest(authorizationServer, me, auth, token.access_token, options);
      expect(await oauth.processIntrospectionResponse(authorizationServer, me, asked)).toMatchObject({ active: true });
      const revoked = await oauth.revocationRequest(authorizationServer, me, auth, token.access_token, options);
      await oauth.processRevocationResponse(revoked);
    });
  });

  describe('A pushed authorization request', () => {
    const REDIRECT = 'https://bank.example/callback';
    const bank = () =>
      party({ scopes: ['openid', 'notifications'], grantTypes: ['authorization_code'], redirectUris: [REDIRECT] });
    const parameters = async () => ({
      redirect_uri: REDIRECT,
      scope: 'openid',
      code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });

    it('is taken from a client that authenticates', async () => {
      const { client, config } = await bank();
      const url = await oidc.buildAuthorizationUrlWithPAR(config, await parameters());
      expect(url.href).toMatch(/^https:\/\/auth\.test\/service\/authserver\/oauth\/authorize\?/);
      expect(url.searchParams.get('client_id')).toBe(client.clientId);
      expect(url.searchParams.get('request_uri')).toMatch(/^urn:ietf:params:oauth:request_uri:/);
    });

    it.each<[string, Record<string, string>, string]>([
      ['an address that is not registered', { redirect_uri: 'https://bank.example/callback/' }, 'invalid_request'],
      ['the scopes of a server', { scope: 'openid users:read' }, 'invalid_scope'],
      ['nothing but scopes that the client does not hold', { scope: 'email phone' }, 'invalid_scope'],
      ['scopes that there are not', { scope: 'everything more' }, 'invalid_scope'],
      ['no scope', { scope: '' }, 'invalid_scope'],
      ['a plain code challenge (PKCE downgrade)', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['another response type', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
      ['another response mode', { response_mode: 'web_message' }, 'unsupported_response_mode'],
    ])('is refused with %s', async (_what, changes, error) => {
      const { config } = await bank();
      await expect(
        oidc.buildAuthorizationUrlWithPAR(config, { ...(await parameters()), ...changes }),
      ).rejects.toMatchObject({ error });
    });
  });

  describe('The authorization endpoint', () => {
    const authorize = async (parameters: Record<string, string>, accept = 'application/json') => {
      const url = `https://auth.test/service/authserver/oauth/authorize?${new URLSearchParams(parameters).toString()}`;
      const response = await fetchAt(running)(url, { redirect: 'manual', headers: { accept } });
      return { status: response.status, location: response.headers.get('location'), text: await response.text() };
    };
    const native = () =>
      clientRow(running, {
        scopes: ['openid'],
        grantTypes: ['authorization_code'],
        applicationType: 'native',
        authMethod: 'none',
        redirectUris: ['http://127.0.0.1:4711/cb'],
      });
    const CHALLENGE = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };

    it('never redirects to an address that is not registered, nor for a client that there is not', async () => {
      const { clientId } = await native();
      const good = { client_id: clientId, response_type: 'code', scope: 'openid', ...CHALLENGE };
      for (const redirect_uri of [
        'https://evil.example/cb',
        'http://127.0.0.1:99999/cb',
        'http://127.0.0.1:4711/cb/',
        'http://127.0.0.1:4711/cb?x=1',
        'http://127.0.0.1:4711/cb#x',
        'http://localhost:4711/cb',
        'HTTP://127.0.0.1:4711/cb',
      ]) {
        const answer = await authorize({ ...good, redirect_uri });
        expect(answer).toMatchObject({ status: 400, location: null });
        expect(JSON.parse(answer.text)).toMatchObject({ error: 'invalid_redirect_uri' });
      }
      const unknown = await authorize({ ...good, client_id: 'nobody', redirect_uri: 'https://evil.example' });
      expect(unknown).toMatchObject({ status: 400, location: null });
      expect(JSON.parse(unknown.text)).toMatchObject({ error: 'invalid_client' });
      expect((await authorize({ ...good })).status).toBe(400);
    });

    it.each<[string, Record<string, string>, string]>([
      ['no PKCE of a public client', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      ['scopes of a server', { scope: 'openid users:read' }, 'invalid_scope'],
      ['another response type', { response_type: 'none' }, 'unsupported_response_type'],
      ['another response mode', { response_mode: 'web_message' }, 'unsupported_response_mode'],
      ['a login that nobody may be asked for', { prompt: 'none' }, 'login_required'],
    ])('tells of %s by redirect, in its own name', async (_what, changes, error) => {
      const { clientId } = await native();
      const given = {
        client_id: clientId,
        response_type: 'code',
        scope: 'openid',
        state: 's',
        redirect_uri: 'http://127.0.0.1:4711/cb',
        ...CHALLENGE,
        ...changes,
      };
      const { status, location } = await authorize(
        Object.fromEntries(Object.entries(given).filter(([, value]) => value)),
      );
      expect(status).toBe(303);
      expect(Object.fromEntries(new URL(location ?? '').searchParams)).toMatchObject({
        error,
        state: 's',
        iss: 'https://auth.test/service/authserver',
      });
    });
  });

  describe('What the engine keeps', () => {
    it('shows no token, code or session to whoever reads the table', async () => {
      const provider = await running.app.get(AuthorizationServer).provider();
      const { client } = await party({ grantTypes: ['authorization_code'], redirectUris: ['https://bank.example'] });
      const known = await provider.Client.find(client.clientId);
      const code = new provider.AuthorizationCode({ client: known!, accountId: 'sub', grantId: 'grant-9' } as never);
      const value = await code.save();
      expect((await provider.AuthorizationCode.find(value))?.accountId).toBe('sub');
      const table = await running.app.get(Database).rows('SELECT * FROM auth.engine_record');
      expect(JSON.stringify(table)).not.toContain(value);
    });

    it('is consumed by one of many who come at once', async () => {
      const adapter = running.app.get(EngineStore).adapterFor('AuthorizationCode');
      await adapter.upsert('code-1', { grantId: 'grant-1', accountId: 'sub-1', iat: 1 }, 60);
      const tries = await Promise.allSettled([1, 2, 3, 4].map(() => adapter.consume('code-1')));
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await adapter.find('code-1')).toMatchObject({ consumed: expect.any(Number), jti: 'code-1' });
    });

    it('is not found when its time is over', async () => {
      const adapter = running.app.get(EngineStore).adapterFor('Session');
      await adapter.upsert('old', { uid: 'u-old', accountId: 'a' }, -1);
      await adapter.upsert('new', { uid: 'u-new', accountId: 'a' }, 60);
      expect([await adapter.find('old'), await adapter.findByUid('u-old')]).toEqual([undefined, undefined]);
      expect(await adapter.findByUid('u-new')).toMatchObject({ uid: 'u-new' });
    });

    it('goes with its grant, and nothing of another grant', async () => {
      const refresh = running.app.get(EngineStore).adapterFor('RefreshToken');
      await refresh.upsert('r-1', { grantId: 'grant-2' }, 60);
      await refresh.upsert('r-2', { grantId: 'grant-3' }, 60);
      await running.app.get(GrantRevocation).revokeTokens('grant-2');
      expect([await refresh.find('r-1'), (await refresh.find('r-2'))?.grantId]).toEqual([undefined, 'grant-3']);
    });

    it('takes each proof once, of many who come at once', async () => {
      const store = running.app.get(EngineStore);
      const uses = await Promise.all([1, 2, 3, 4].map(() => store.firstUse('client', 'jti', Date.now() / 1000 + 60)));
      expect(uses.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('Client credentials', () => {
    it('cost no query but the first', async () => {
      const statements = Statements.of(running);
      const { config } = await party();
      const [first, others] = [randomUUID(), Array.from({ length: 5 }, () => randomUUID())];
      for (const requestId of [first, ...others]) {
        config[oidc.customFetch] = (url, { headers, ...init }) =>
          fetchAt(running)(url, { ...init, headers: { ...headers, 'x-request-id': requestId } });
        await oidc.clientCredentialsGrant(config, { scope: 'users:read' });
      }
      expect(statements.causedBy(first)).not.toEqual([]);
      expect(others.flatMap((requestId) => statements.causedBy(requestId))).toEqual([]);
    });
  });
});
