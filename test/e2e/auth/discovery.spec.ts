import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TestApplication } from '../../support/application.js';
import { sharedApplication } from '../../support/shared-application.js';

let running: TestApplication;

const ISSUER = 'https://auth.test/service/authserver';

async function fetchAs(headers: Record<string, string>, path: string) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(running.url('auth', path), { headers }, resolve).on('error', reject),
  );
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await json(response)) as Record<string, unknown>,
  };
}

describe('Discovery', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });

  it.each(['management', 'mobile'] as const)('leads from the %s surface to the issuer (RFC 9728)', async (surface) => {
    const response = await fetch(running.url(surface, '/.well-known/oauth-protected-resource'));
    const scopes = { management: 'users:read', mobile: 'notifications' };
    expect(await response.json()).toMatchObject({
      resource: `https://${surface}.test`,
      authorization_servers: [ISSUER],
      scopes_supported: expect.arrayContaining([scopes[surface]]),
    });
    expect((await fetch(running.url('auth', '/.well-known/oauth-protected-resource'))).status).toBe(404);
  });

  describe('The discovery document', () => {
    it.each([
      '/service/authserver/.well-known/openid-configuration',
      '/service/authserver/.well-known/oauth-authorization-server',
      '/.well-known/oauth-authorization-server/service/authserver',
      '/.well-known/openid-configuration/service/authserver',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
    ])('is served at %s, in the name of the issuer whatever Host says', async (path) => {
      const { status, headers, body } = await fetchAs(
        { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
        path,
      );
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('public, max-age=3600');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(body).toMatchObject({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/oauth/authorize`,
        token_endpoint: `${ISSUER}/oauth/token`,
        userinfo_endpoint: `${ISSUER}/oauth/userinfo`,
        jwks_uri: `${ISSUER}/oauth/jwks`,
        introspection_endpoint: `${ISSUER}/oauth/introspect`,
        revocation_endpoint: `${ISSUER}/oauth/revoke`,
        pushed_authorization_request_endpoint: `${ISSUER}/oauth/par`,
        end_session_endpoint: `${ISSUER}/oauth/logout`,
        grant_types_supported: [
          ...['authorization_code', 'refresh_token', 'client_credentials'],
          'urn:ietf:params:oauth:grant-type:device_code',
          ...['urn:openid:params:grant-type:ciba', 'urn:ietf:params:oauth:grant-type:token-exchange'],
        ],
        device_authorization_endpoint: `${ISSUER}/oauth/device-authorization`,
        backchannel_authentication_endpoint: `${ISSUER}/oauth/bc-authorize`,
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        code_challenge_methods_supported: ['S256'],
        id_token_signing_alg_values_supported: ['RS256', 'ES256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
        token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'],
        claims_parameter_supported: true,
        authorization_response_iss_parameter_supported: true,
        dpop_signing_alg_values_supported: ['ES256'],
      });
      expect(body).toMatchObject({
        scopes_supported: ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access'],
        revocation_endpoint_auth_methods_supported: body['token_endpoint_auth_methods_supported'],
        introspection_endpoint_auth_methods_supported: body['token_endpoint_auth_methods_supported'],
        ui_locales_supported: ['en', 'es', 'de', 'ar'],
        prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
        service_documentation: 'https://management.test/docs',
      });
      expect(JSON.stringify(body)).not.toContain('evil');
    });
  });

  describe('The JWKS', () => {
    it('tells the public half of each key, and nothing else', async () => {
      const { headers, body } = await fetchAs({}, '/service/authserver/oauth/jwks');
      expect(headers['cache-control']).toBe('public, max-age=3600');
      expect(headers['content-type']).toContain('application/jwk-set+json');
      const keys = body['keys'] as Record<string, string>[];
      expect(keys.map(({ alg, kty, use }) => [alg, kty, use])).toEqual(
        expect.arrayContaining([
          ['ES256', 'EC', 'sig'],
          ['RS256', 'RSA', 'sig'],
        ]),
      );
      for (const key of keys) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d']));
    });
  });

  describe('Below the mount', () => {
    it('names no registration endpoint while clients cannot register themselves, and there is none', async () => {
      const { body } = await fetchAs({}, '/.well-known/openid-configuration');
      expect(body).not.toHaveProperty('registration_endpoint');
      const url = running.url('auth', '/service/authserver/oauth/register');
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
    });

    it('an unknown path is a problem like everywhere else', async () => {
      const { status, body } = await fetchAs({}, '/service/authserver/oauth/nothing');
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'kernel/not-found' });
    });

    it.each([
      ['GET', 'token', 'POST, OPTIONS'],
      ['GET', 'par', 'POST, OPTIONS'],
      ['PUT', 'introspect', 'POST, OPTIONS'],
      ['DELETE', 'revoke', 'POST, OPTIONS'],
      ['PUT', 'authorize', 'GET, HEAD, POST'],
      ['POST', 'jwks', 'GET, HEAD, OPTIONS'],
    ])('%s is no method of %s, and the answer names those that are', async (method, path, allow) => {
      const response = await fetch(running.url('auth', `/service/authserver/oauth/${path}`), { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect(await response.json()).toMatchObject({ code: 'kernel/method-not-allowed' });
    });

    it.each(['/service/authserver/oauth/token', '/v1/clients'])(
      '%s is served by its own surface only',
      async (path) => {
        const foreign = path.startsWith('/v1') ? 'auth' : 'management';
        expect((await fetch(running.url(foreign, path), { method: 'POST' })).status).toBe(404);
      },
    );
  });
});
