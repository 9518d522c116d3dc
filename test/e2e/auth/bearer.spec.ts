import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { callApi, claimsFor, clientRow, portalOf, signedToken } from '../../support/tokens.js';
import { SigningKeys } from '../../../src/auth/keys/signing-keys.service.js';
import { TokenRevocation } from '../../../src/auth/tokens/token-revocation.service.js';
import { createApplication } from '../../../src/application.js';
import {
  CurrentPrincipal,
  CurrentTenant,
  type Principal,
  Scopes,
  WithoutToken,
} from '../../../src/shared/auth-guard/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';

@Controller('v1/guarded')
@Scopes('users:read')
class GuardedController {
  @Get()
  who(@CurrentPrincipal() principal: Principal, @CurrentTenant() { enterpriseId, test }: Tenant) {
    const { clientId, kind, sub, userId, grantId, authTime } = principal;
    return { clientId, kind, sub, userId, grantId, authTime, enterpriseId, test };
  }

  @Get('more')
  @Scopes('users:read', 'users:write')
  more() {
    return {};
  }

  @Get('open')
  @WithoutToken('a test needs one')
  open() {
    return {};
  }
}

@Controller('mobile/v1/guarded')
@Scopes('notifications')
class MobileController {
  @Get()
  who(@CurrentPrincipal() { sub }: Principal) {
    return { sub };
  }
}

@Controller('IdvWebServer/guarded')
@Scopes('users:read')
class GuardedPage {
  @Get()
  show() {
    return {};
  }
}

let running: TestApplication;

const get = (token: string, { path = '/v1/guarded', scheme = 'Bearer', ...headers }: Record<string, string> = {}) =>
  callApi(running, 'management', 'GET', path, undefined, { authorization: `${scheme} ${token}`, ...headers });

/** A token that is good but for what is changed about it. */
async function tokenWith(claims: JWTPayload = {}, header: Record<string, string> = {}) {
  const client = await clientRow(running, { scopes: ['users:read'] });
  return signedToken(running, { ...claimsFor(running, client, ['users:read']), ...claims }, header);
}
const now = () => Math.floor(Date.now() / 1000);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

function tampered(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const changed = Buffer.from(JSON.stringify({ ...claims, enterprise_id: 'other' })).toString('base64url');
  return [header, changed, signature].join('.');
}

async function foreignToken(): Promise<string> {
  const { kid } = await running.app.get(SigningKeys).active('ES256');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const client = await clientRow(running, { scopes: ['users:read'] });
  return new SignJWT(claimsFor(running, client, ['users:read']))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .sign(privateKey);
}

async function confusedToken(): Promise<string> {
  const { kid, publicKey } = await running.app.get(SigningKeys).active('ES256');
  const secret = publicKey.export({ type: 'spki', format: 'pem' });
  const client = await clientRow(running, { scopes: ['users:read'] });
  return new SignJWT(claimsFor(running, client, ['users:read']))
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
    .sign(Buffer.from(secret));
}

describe('Bearer', () => {
  beforeAll(async () => {
    running = await startTestApplication({ controllers: [GuardedController, MobileController, GuardedPage] });
  });
  afterAll(() => running.close());

  describe('The bearer guard', () => {
    it('lets a client in and knows whose data it may touch', async () => {
      const portal = await portalOf(running, { scopes: ['users:read'] });
      expect(await portal.get('/v1/guarded')).toMatchObject({
        status: 200,
        body: { clientId: portal.clientId, kind: 'client', enterpriseId: 'default', test: false },
      });
    });

    it('knows a user by the claims of a user', async () => {
      const token = await tokenWith({ sub: 'the-sub', user_id: 'jane', gid: 'the-grant', auth_time: 1_700_000_000 });
      expect((await get(token)).body).toMatchObject({
        kind: 'user',
        sub: 'the-sub',
        userId: 'jane',
        grantId: 'the-grant',
        authTime: 1_700_000_000,
      });
    });

    it('serves open routes to anyone, and nothing else', async () => {
      expect((await callApi(running, 'management', 'GET', '/v1/guarded/open')).status).toBe(200);
      const closed = await callApi(running, 'management', 'GET', '/v1/guarded');
      expect(closed).toMatchObject({ status: 401, body: { code: 'kernel/unauthenticated' } });
      expect(closed.headers.get('www-authenticate')).toBe(
        'Bearer realm="api", resource_metadata="https://management.test/.well-known/oauth-protected-resource", DPoP algs="ES256"',
      );
    });

    it('demands every scope of the route', async () => {
      const portal = await portalOf(running, { scopes: ['users:read'] });
      const refused = await portal.get('/v1/guarded/more');
      expect(refused).toMatchObject({ status: 403, body: { code: 'kernel/insufficient-scope' } });
      expect(refused.headers.get('www-authenticate')).toContain(
        'error="insufficient_scope", scope="users:read users:write"',
      );
      const both = await portalOf(running, { scopes: ['users:write', 'users:read'] });
      expect((await both.get('/v1/guarded/more')).status).toBe(200);
    });

    it('refuses what came by no known surface, whatever the route', async () => {
      const token = await tokenWith();
      const unknown = createServer(running.app.getHttpAdapter().getInstance() as RequestListener);
      await once(unknown.listen(0, '127.0.0.1'), 'listening');
      const ask = async (path: string) => {
        const { port } = unknown.address() as AddressInfo;
        return (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } }))
          .status;
      };
      expect([await ask('/v1/guarded'), await ask('/v1/guarded/open')]).toEqual([404, 404]);
      unknown.close();
    });

    it('guards a route by what it declares, on any surface', async () => {
      const sent = { authorization: `Bearer ${await tokenWith()}` };
      const closed = await callApi(running, 'idv', 'GET', '/IdvWebServer/guarded');
      expect(closed).toMatchObject({ status: 401, body: { code: 'kernel/unauthenticated' } });
      expect((await callApi(running, 'idv', 'GET', '/IdvWebServer/guarded', undefined, sent)).status).toBe(401);
    });

    it('does not start with a route that declares no scope', async () => {
      @Controller('IdvWebServer/forgotten')
      class Forgotten {
        @Get()
        all() {
          return [];
        }
      }
      @Module({ controllers: [Forgotten] })
      class Extra {}
      await expect(createApplication(running.config, running.database.address, [Extra])).rejects.toThrow(
        'Forgotten.all',
      );
    });
  });

  describe('The bearer guard for a wrong token', () => {
    it.each<[string, () => Promise<string>]>([
      [
        'without a signature (alg none)',
        async () =>
          new UnsecuredJWT(claimsFor(running, await clientRow(running, { scopes: [] }), ['users:read'])).encode(),
      ],
      ['whose payload was tampered with', async () => tampered(await tokenWith())],
      ['whose signature was cut off', async () => (await tokenWith()).replace(/[^.]+$/, '')],
      ['signed with a foreign key under our kid', async () => foreignToken()],
      ['signed with our public key as a secret', async () => confusedToken()],
      ['of an unknown kid', () => tokenWith({}, { kid: 'unknown' })],
      ['without a kid', () => tokenWith({}, { kid: '' })],
      ['of another audience', () => tokenWith({ aud: 'https://mobile.test' })],
      ['of another issuer', () => tokenWith({ iss: 'https://evil.example' })],
      ['of the issuer without its path', () => tokenWith({ iss: 'https://auth.test' })],
      ['that is expired', () => tokenWith({ exp: now() - 10 })],
      ['that never expires', () => tokenWith({ exp: undefined })],
      ['whose time is no number', () => tokenWith({ exp: String(now() + 100) as unknown as number })],
      ['that is not valid yet', () => tokenWith({ nbf: now() + 100 })],
      ['that is an ID token', () => tokenWith({}, { typ: 'JWT' })],
      ['that is a logout token', () => tokenWith({}, { typ: 'logout+jwt' })],
      ['without an id', () => tokenWith({ jti: undefined })],
      ['of a client that there is not', () => tokenWith({ client_id: newId() })],
      ['that does not say whether it is for tests', () => tokenWith({ test: 'false' })],
      ['that is no JWT', () => Promise.resolve('abc')],
      ['that is three dots', () => Promise.resolve('...')],
    ])('refuses a token %s', async (_what, make) => {
      const answer = await get(await make());
      expect(answer).toMatchObject({ status: 401, body: { code: 'kernel/unauthenticated' } });
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /);
    });

    it('refuses a token in the query or in a form', async () => {
      const token = await tokenWith();
      expect((await callApi(running, 'management', 'GET', `/v1/guarded?access_token=${token}`)).status).toBe(401);
    });

    it('refuses a token sent by Basic', async () => {
      expect((await get(await tokenWith(), { scheme: 'Basic' })).status).toBe(401);
    });

    it('refuses a token from an address that its client may not call from', async () => {
      const tokenOf = async (allowedCallers: string[]) => {
        const client = await clientRow(running, { scopes: ['users:read'], allowedCallers });
        return signedToken(running, claimsFor(running, client, ['users:read']));
      };
      expect((await get(await tokenOf(['203.0.113.0/24', '::1/128']))).status).toBe(401);
      expect((await get(await tokenOf(['203.0.113.7', '127.0.0.0/8']))).status).toBe(200);
    });

    it('refuses a token whose sender merely says that it calls from such an address', async () => {
      const client = await clientRow(running, { scopes: ['users:read'], allowedCallers: ['203.0.113.7'] });
      const token = await signedToken(running, claimsFor(running, client, ['users:read']));
      expect((await get(token, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(401);
    });

    it('refuses a token of a user that is not for the mobile surface', async () => {
      const client = await clientRow(running, { scopes: ['notifications'] });
      const claims = { ...claimsFor(running, client, ['notifications']), sub: 'someone', user_id: 'jane', gid: 'g' };
      const callMobile = async (token: string) =>
        (await callApi(running, 'mobile', 'GET', '/mobile/v1/guarded', undefined, { authorization: `Bearer ${token}` }))
          .status;
      expect(await callMobile(await signedToken(running, claims))).toBe(401);
      expect(await callMobile(await signedToken(running, { ...claims, aud: 'https://mobile.test' }))).toBe(200);
    });
  });

  describe('A token that was good', () => {
    it('is void at once when it was denied, also where it is remembered', async () => {
      const id = newId();
      const token = await tokenWith({ jti: id });
      expect((await get(token)).status).toBe(200);
      await running.app
        .get(UnitOfWork)
        .run((tx) => running.app.get(TokenRevocation).deny(tx, { id, expiresAt: now() + 300 }));
      expect((await get(token)).status).toBe(401);
    });

    it.each([
      ['its user', { kind: 'user', id: 'user-1' }],
      ['its grant', { kind: 'grant', id: 'grant-1' }],
    ] as const)('is void when %s was cut off after it was issued, and a later one is good', async (_what, about) => {
      const mine = { sub: 'user-1', user_id: 'jane', gid: 'grant-1' };
      const token = await tokenWith(mine);
      const others = await tokenWith({ sub: 'user-2', user_id: 'joe', gid: 'grant-2' });
      expect((await get(token)).status).toBe(200);
      await running.app
        .get(UnitOfWork)
        .run((tx) => running.app.get(TokenRevocation).cutOff(tx, { ...about, before: Date.now(), reason: 'ended' }));
      expect((await get(token)).status).toBe(401);
      expect((await get(others)).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 2)); // ids are told apart by the millisecond
      expect((await get(await tokenWith(mine))).status).toBe(200);
    });

    it('is answered with "blocked" when its user is blocked', async () => {
      const token = await tokenWith({ sub: 'user-3', user_id: 'jill', gid: 'grant-3' });
      await running.app
        .get(UnitOfWork)
        .run((tx) =>
          running.app
            .get(TokenRevocation)
            .cutOff(tx, { kind: 'user', id: 'user-3', before: Date.now(), reason: 'blocked' }),
        );
      expect(await get(token)).toMatchObject({ status: 403, body: { code: 'users/blocked' } });
    });

    it('is void in every other process too, also in one that starts later', async () => {
      const other = await startTestApplication({ controllers: [GuardedController], database: running.database });
      try {
        const id = newId();
        const token = await tokenWith({ jti: id });
        const ask = async (process: TestApplication) =>
          (await callApi(process, 'management', 'GET', '/v1/guarded', undefined, { authorization: `Bearer ${token}` }))
            .status;
        expect(await ask(other)).toBe(200);
        await running.app
          .get(UnitOfWork)
          .run((tx) => running.app.get(TokenRevocation).deny(tx, { id, expiresAt: now() + 300 }));
        await until(async () => (await ask(other)) === 401);
        const third = await startTestApplication({ controllers: [GuardedController], database: running.database });
        expect(await ask(third)).toBe(401);
        await third.close();
      } finally {
        await other.close();
      }
    });
  });
});
