import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import { enterpriseScopes } from '../../../src/auth/tokens/token-plan.js';
import { MetricsRegistry } from '../../../src/shared/observability/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { clientWithSecret, fetchAt, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { clientRow } from '../../support/tokens.js';

const SCOPES = ['users:read', 'users:write', 'clients:read', 'openid', 'notifications'];

let running: TestApplication;

/** What the token endpoint answers to a bare request. */
async function ask(clientId: string, secret: string, parameters: Record<string, string> | [string, string][]) {
  const response = await fetchAt(running)('https://auth.test/service/authserver/oauth/token', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams(parameters),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, any> };
}
const askFor = async (parameters: Record<string, string>, scopes: readonly string[] = SCOPES) => {
  const { client, secret } = await clientWithSecret(running, { scopes });
  return ask(client.clientId, secret, { grant_type: 'client_credentials', ...parameters });
};
const statusAt = async (path: string, token: string) =>
  (await fetchAt(running)(`https://management.test${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('Client credentials', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });

  describe('client_credentials', () => {
    it.each(['users:read', 'nothing'])('is answered to its client alone, and kept nowhere (%s)', async (scope) => {
      const { headers } = await askFor({ scope });
      expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    });

    it('yields a JWT that the management surface takes', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES, enterpriseId: 'default' });
      const config = await relyingParty(running, client.clientId, secret);
      const token = await oidc.clientCredentialsGrant(config, { scope: 'clients:read users:read' });
      expect(token).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'clients:read users:read' });
      expect(decodeProtectedHeader(token.access_token)).toEqual({
        alg: 'ES256',
        typ: 'at+jwt',
        kid: expect.any(String),
      });
      const claims = decodeJwt(token.access_token);
      expect(claims).toEqual({
        iss: 'https://auth.test/service/authserver',
        sub: client.clientId,
        aud: 'https://management.test',
        client_id: client.clientId,
        scope: 'clients:read users:read',
        enterprise_id: 'default',
        test: false,
        jti: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
        iat: expect.any(Number),
        exp: claims.iat! + 3600,
      });
      expect(await statusAt(`/v1/clients/${client.clientId}`, token.access_token)).toBe(200);
    });

    it('is asked with the secret in the body as well', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES, authMethod: 'client_secret_post' });
      const config = await relyingParty(running, client.clientId, oidc.ClientSecretPost(secret));
      expect(await oidc.clientCredentialsGrant(config, { scope: 'users:read' })).toMatchObject({ scope: 'users:read' });
    });

    it('is asked with a signature by clients that have a key', async () => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
      const client = await clientRow(running, {
        scopes: SCOPES,
        authMethod: 'private_key_jwt',
        jwks: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] },
      });
      const config = await relyingParty(running, client.clientId, oidc.PrivateKeyJwt({ key: privateKey, kid: 'one' }));
      expect(await oidc.clientCredentialsGrant(config, { scope: 'users:read' })).toMatchObject({ scope: 'users:read' });
      const { privateKey: foreign } = await generateKeyPair('ES256');
      const forger = await relyingParty(running, client.clientId, oidc.PrivateKeyJwt({ key: foreign, kid: 'one' }));
      await expect(oidc.clientCredentialsGrant(forger, { scope: 'users:read' })).rejects.toMatchObject({
        error: 'invalid_client',
      });
    });

    it('expands `all` to every enterprise scope that the client holds, and says so', async () => {
      const { body } = await askFor({ scope: 'all' }, ['audit:read', 'users:read', 'openid']);
      expect(body['scope'].split(' ').sort()).toEqual(['audit:read', 'users:read']);
      const everything = await askFor({ scope: 'all' }, enterpriseScopes);
      expect(everything.body['scope'].split(' ').sort()).toEqual([...enterpriseScopes].sort());
    });

    it.each<Record<string, string>>([{}, { scope: '' }])(
      'gives all of them to a client that names no scope: %j',
      async (parameters) => {
        const { status, body } = await askFor(parameters);
        expect([status, body['scope']]).toEqual([200, 'users:read users:write clients:read']);
        expect(decodeJwt(body['access_token'])['scope']).toBe(body['scope']);
        const none = await askFor(parameters, ['openid', 'notifications']);
        expect(none).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
      },
    );

    it('takes the surface as a resource, with and without its slash', async () => {
      for (const resource of ['https://management.test', 'https://management.test/']) {
        const { status, body } = await askFor({ scope: 'users:read', resource });
        expect(status).toBe(200);
        expect(decodeJwt(body['access_token']).aud).toBe('https://management.test');
      }
    });

    it('lets a client have its own lifetime', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES, accessTokenTtl: 120 });
      const { body } = await ask(client.clientId, secret, { grant_type: 'client_credentials', scope: 'users:read' });
      expect(body['expires_in']).toBe(120);
    });

    it('marks tokens of test clients', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES, test: true });
      const { body } = await ask(client.clientId, secret, { grant_type: 'client_credentials', scope: 'users:read' });
      expect(decodeJwt(body['access_token'])).toMatchObject({ test: true, enterprise_id: 'default' });
    });

    it.each<[string, Record<string, string>, string]>([
      ['a scope that the client does not hold', { scope: 'audit:read' }, 'invalid_scope'],
      ['one such scope among others', { scope: 'users:read audit:read' }, 'invalid_scope'],
      ['a scope that there is not', { scope: 'users:read users:everything' }, 'invalid_scope'],
      ['scopes of users', { scope: 'openid' }, 'invalid_scope'],
      ['a scope of the mobile surface', { scope: 'notifications' }, 'invalid_scope'],
      ['scopes of two surfaces', { scope: 'users:read notifications' }, 'invalid_scope'],
      [
        '`all` and a scope of another surface',
        { scope: 'all notifications', resource: 'https://mobile.test' },
        'invalid_scope',
      ],
      [
        'a resource that the scopes are not of',
        { scope: 'users:read', resource: 'https://mobile.test' },
        'invalid_scope',
      ],
      ['a resource that is none of ours', { scope: 'users:read', resource: 'https://evil.example' }, 'invalid_target'],
      ['a resource that is no address', { scope: 'users:read', resource: 'management' }, 'invalid_target'],
    ])('refuses %s', async (_what, parameters, error) => {
      expect(await askFor(parameters)).toMatchObject({ status: 400, body: { error } });
    });

    it('refuses a wrong secret, an unknown client and the secret of another one alike', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES });
      const post = await clientWithSecret(running, { scopes: SCOPES, authMethod: 'client_secret_post' });
      const parameters = { grant_type: 'client_credentials', scope: 'users:read' };
      for (const [id, given] of [
        [client.clientId, 'wrong'],
        ['nobody', secret],
        [client.clientId, post.secret],
      ] as const) {
        const { status, body, headers } = await ask(id, given, parameters);
        expect({ status, error: body['error'], description: body['error_description'] }).toEqual({
          status: 401,
          error: 'invalid_client',
          description: 'client authentication failed',
        });
        expect(headers.get('www-authenticate')).toMatch(/^Basic /);
      }
    });

    it('refuses a repeated parameter', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES });
      const answer = await ask(client.clientId, secret, [
        ['grant_type', 'client_credentials'],
        ['scope', 'users:read'],
        ['scope', 'users:write'],
      ]);
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it.each(['password', 'urn:ietf:params:oauth:grant-type:saml2-bearer', 'implicit'])('knows no %s', async (grant) => {
      expect(await askFor({ grant_type: grant, scope: 'users:read' })).toMatchObject({
        status: 400,
        body: { error: 'unsupported_grant_type' },
      });
    });

    it('answers without being kept by caches', async () => {
      const { headers } = await askFor({ scope: 'users:read' });
      expect(headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('A secret', () => {
    it('that was replaced works for the overlap, and not a moment longer', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: [...SCOPES, 'clients:write'] });
      const parameters = { grant_type: 'client_credentials', scope: 'clients:write' };
      const { body: token } = await ask(client.clientId, secret, parameters);
      const rotate = async (overlapSeconds: number) => {
        const response = await fetchAt(running)(`https://management.test/v1/clients/${client.clientId}/secrets`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token['access_token']}`, 'content-type': 'application/json' },
          body: JSON.stringify({ overlapSeconds }),
        });
        return ((await response.json()) as { clientSecret: string }).clientSecret;
      };
      const second = await rotate(3600);
      expect((await ask(client.clientId, secret, parameters)).status).toBe(200);
      expect((await ask(client.clientId, second, parameters)).status).toBe(200);
      const third = await rotate(0);
      expect((await ask(client.clientId, secret, parameters)).status).toBe(401);
      expect((await ask(client.clientId, second, parameters)).status).toBe(401);
      expect((await ask(client.clientId, third, parameters)).status).toBe(200);
    });
  });

  describe('The token endpoint', () => {
    it('counts what it does, and audits who fails to be a client that there is', async () => {
      const { client, secret } = await clientWithSecret(running, { scopes: SCOPES });
      const parameters = { grant_type: 'client_credentials', scope: 'users:read' };
      await ask(client.clientId, secret, parameters);
      await ask(client.clientId, 'wrong', parameters);
      await ask(client.clientId, secret, { ...parameters, grant_type: 'made-up' });
      const metrics = await running.app.get(MetricsRegistry).metrics();
      for (const labels of [
        'grant="client_credentials",outcome="success"',
        'grant="client_credentials",outcome="invalid_client"',
        'grant="other",outcome="unsupported_grant_type"',
      ]) {
        expect(metrics).toContain(`countersign_token_requests_total{${labels}}`);
      }
      expect(metrics).not.toContain('made-up');
      const entries = () =>
        running.app
          .get(Database)
          .rows(
            `SELECT outcome, details FROM shared.audit_entry WHERE kind = 'auth.client-refused' AND details->>'clientId' = $1`,
            [client.clientId],
          );
      while ((await entries()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await entries()).toEqual([{ outcome: 'refused', details: { clientId: client.clientId } }]);
    });
  });
});
