import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../support/application.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { sharedApplication } from '../../support/shared-application.js';
import { application, authorizeUrl } from '../../support/signing-in.js';
import { callApi, portalOf, type Answer } from '../../support/tokens.js';

const OWN = 'https://spa.example';
/** Of another client: a browser may look whether it could ask, and is refused once it does. */
const OTHERS = 'https://other.example';
const FOREIGN = [
  ['an origin that no client has registered', 'https://evil.example'],
  ['an opaque origin', 'null'],
  ['the same host by http', 'http://spa.example'],
  ['the same host on another port', 'https://spa.example:8443'],
  ['a host that begins alike', 'https://spa.example.evil.example'],
] as const;
/** To one client. */
const UNWELCOME = [...FOREIGN, ['the origin of another client', OTHERS]] as const;

let running: TestApplication;
let spa: Client;

const at = (path: string) => `/service/authserver${path}`;
const call = (method: string, path: string, headers: Record<string, string>): Promise<Answer> =>
  callApi(running, 'auth', method, at(path), undefined, headers);
const form = async (path: string, origin: string, fields: Record<string, string>): Promise<Response> =>
  fetch(running.url('auth', at(path)), { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) });
const preflight = (path: string, origin: string, method = 'POST'): Promise<Answer> =>
  call('OPTIONS', path, {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,dpop',
  });
const allowed = ({ headers }: { headers: Headers }): string | null => headers.get('access-control-allow-origin');
const namesCors = ({ headers }: { headers: Headers }): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

const code = async (): Promise<string> => codeIn((await signedIn(running, spa, `o-${randomUUID().slice(0, 8)}`)).back);
const tokens = async () => (await redeem(running, spa, await code())).body;

describe('Cors', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    spa = await application(running, { allowedOrigins: [OWN] });
    await application(running, { allowedOrigins: [OTHERS] });
  });

  describe.each(['/.well-known/openid-configuration', '/oauth/jwks'])('%s', (path) => {
    it.each([OWN, 'https://anybody.example', 'null'])('is for scripts of %s, as for everybody', async (origin) => {
      const answer = await call('GET', path, { origin });
      expect([answer.status, allowed(answer)]).toEqual([200, origin]);
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(allowed(await preflight(path, origin, 'GET'))).toBe(origin);
    });
  });

  describe.each(['/oauth/token', '/oauth/userinfo', '/oauth/revoke', '/oauth/introspect', '/oauth/par'])(
    'A preflight for %s',
    (path) => {
      it('lets a registered origin ask', async () => {
        const { status, headers } = await preflight(path, OWN);
        expect(status).toBe(204);
        expect(headers.get('access-control-allow-origin')).toBe(OWN);
        expect(headers.get('access-control-allow-methods')).toContain('POST');
        expect(headers.get('access-control-allow-headers')).toBe('authorization,dpop');
        expect(headers.get('access-control-allow-credentials')).toBe('true');
      });

      it.each(FOREIGN)('tells %s nothing', async (_what, origin) => {
        expect(namesCors(await preflight(path, origin))).toEqual([]);
      });
    },
  );

  describe('The token endpoint', () => {
    it('answers scripts of the registered origin', async () => {
      const answer = await redeem(running, spa, await code(), {}, { origin: OWN });
      expect([answer.status, allowed(answer)]).toEqual([200, OWN]);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
    });

    it.each(UNWELCOME)('refuses %s, and the code stays', async (_w, origin) => {
      const issued = await code();
      const refused = await redeem(running, spa, issued, {}, { origin });
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(allowed(refused)).toBeNull();
      expect((await redeem(running, spa, issued)).status).toBe(200);
    });

    it('tells errors to registered origins only', async () => {
      const unknown = { client_id: randomUUID() };
      expect(allowed(await redeem(running, spa, 'x', unknown, { origin: OWN }))).toBe(OWN);
      expect(namesCors(await redeem(running, spa, 'x', unknown, { origin: 'https://evil.example' }))).toEqual([]);
    });
  });

  describe('The API reference', () => {
    const REFERENCE = 'https://management.test';

    it('gets tokens for who gives it the secret of a client, and is told errors', async () => {
      expect(allowed(await preflight('/oauth/token', REFERENCE))).toBe(REFERENCE);
      const answer = await redeem(running, spa, await code(), {}, { origin: REFERENCE });
      expect([answer.status, allowed(answer)]).toEqual([200, REFERENCE]);
      const unknown = await redeem(running, spa, 'x', { client_id: randomUUID() }, { origin: REFERENCE });
      expect([unknown.status, allowed(unknown)]).toEqual([401, REFERENCE]);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    });

    it.each(['https://management.test.evil.example', 'http://management.test', 'https://management.test:8443'])(
      'is not taken for a page of %s',
      async (origin) => expect(namesCors(await preflight('/oauth/token', origin))).toEqual([]),
    );

    it.each(['/oauth/userinfo', '/oauth/revoke', '/oauth/introspect', '/oauth/par'])(
      'has no business with %s',
      async (path) => expect(namesCors(await preflight(path, REFERENCE))).toEqual([]),
    );
  });

  describe('Userinfo', () => {
    const userinfo = (origin: string, token: string) =>
      call('GET', '/oauth/userinfo', { origin, authorization: `Bearer ${token}` });

    it('answers scripts of the registered origin, and tells them when the token is over', async () => {
      const { access_token: token } = await tokens();
      const answer = await userinfo(OWN, token);
      expect([answer.status, allowed(answer)]).toEqual([200, OWN]);
      const over = await userinfo(OWN, 'over');
      expect([over.status, allowed(over)]).toEqual([401, OWN]);
      expect(over.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    });

    it.each(UNWELCOME)('refuses %s', async (_what, origin) => {
      const { access_token: token } = await tokens();
      const refused = await userinfo(origin, token);
      expect(refused.status).toBe(400);
      expect(refused.body).not.toHaveProperty('sub');
      expect(allowed(refused)).toBeNull();
    });

    it('says nothing to foreign origins about a token that is over', async () => {
      expect(namesCors(await userinfo('https://evil.example', 'over'))).toEqual([]);
    });
  });

  describe('Revocation', () => {
    it('answers scripts of the registered origin', async () => {
      const { access_token: token } = await tokens();
      const answer = await form('/oauth/revoke', OWN, { client_id: spa.clientId, token });
      expect([answer.status, allowed(answer)]).toEqual([200, OWN]);
    });

    it.each(UNWELCOME)('refuses %s, and the token stays', async (_w, origin) => {
      const { access_token: token } = await tokens();
      const refused = await form('/oauth/revoke', origin, { client_id: spa.clientId, token });
      expect(refused.status).toBe(400);
      expect(allowed(refused)).toBeNull();
      expect((await call('GET', '/oauth/userinfo', { authorization: `Bearer ${token}` })).status).toBe(200);
    });
  });

  describe('Scripts of any origin', () => {
    it('cannot read what authorization answers', async () => {
      const url = authorizeUrl(running, spa);
      const answer = await fetch(running.url('auth', url.pathname + url.search), {
        headers: { origin: OWN },
        redirect: 'manual',
      });
      expect(namesCors(answer)).toEqual([]);
    });

    it.each(['app://localhost', 'capacitor://localhost', 'ionic://localhost', 'https://localhost', 'http://localhost'])(
      'read the tokens of a native app whose pages are at %s',
      async (origin) => {
        const portal = await portalOf(running, { scopes: ['clients:write', 'clients:read', 'openid'] });
        const app = {
          ...{ clientName: 'App', grantTypes: ['authorization_code'], scopes: ['openid'], authMethod: 'none' },
          ...{ redirectUris: ['com.example.app:/callback'], allowedOrigins: [origin] },
        };
        if (!origin.startsWith('http')) {
          const web = { ...app, applicationType: 'web', redirectUris: ['https://app.example/callback'] };
          expect((await portal.post('/v1/clients', web)).body.errors).toEqual([
            expect.objectContaining({ pointer: '/allowedOrigins/0' }),
          ]);
        }
        const made = await portal.post('/v1/clients', { ...app, applicationType: 'native' });
        expect([made.status, made.body.allowedOrigins]).toEqual([201, [origin]]);
        const answer = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
          method: 'POST',
          headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
          body: `client_id=${made.body.clientId}&grant_type=authorization_code&code=none&redirect_uri=com.example.app:/callback`,
        });
        expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      },
    );

    it.each(['null', 'file://', 'app://evil', '*', 'https://spa.example/', 'https://*.example', 'http://spa.example'])(
      'cannot be let in by registering %s',
      async (origin) => {
        const portal = await portalOf(running, { scopes: ['clients:write'] });
        const answer = await portal.post('/v1/clients', {
          clientName: 'Page',
          grantTypes: [],
          allowedOrigins: [origin],
        });
        expect(answer.status).toBe(422);
        expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/allowedOrigins/0' }));
      },
    );
  });
});
