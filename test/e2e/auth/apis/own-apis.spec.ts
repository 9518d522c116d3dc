import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { issuerOf } from '../../../../src/shared/auth-guard/index.js';
import { Tenant } from '../../../../src/shared/kernel/index.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { callbackIn, codeIn, redeem, signedIn } from '../../../support/code-flow.js';
import { userinfoOf } from '../../../support/offline-access.js';
import { deviceCases } from './device.cases.js';
import { exchangeCases } from './exchange.cases.js';
import { registrationCases } from './registration.cases.js';
import { Person, type Seen } from '../../../support/person.js';
import { clientWithSecret, relyingParty } from '../../../support/relying-party.js';
import { active, application, authorizeUrl, MANY_LOGINS, PASSWORD } from '../../../support/signing-in.js';
import { type Answer, callApi, type Portal, portalOf, type PortalOptions } from '../../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

const WRITES = { scopes: ['clients:read', 'clients:write', 'openid', 'offline_access', 'notifications'] };
const ORDERS = 'https://orders.bank.example';
const orders = {
  name: 'Orders',
  resource: ORDERS,
  scopes: [
    { name: 'orders.read', audience: 'user', description: { en: 'See your orders', de: 'Ihre Bestellungen sehen' } },
    { name: 'orders.sync', audience: 'service', description: { en: 'Read all orders' } },
  ],
  claims: { groups: 'groups', roles: { from: 'groups', map: { retail: 'gold' } }, mail: 'emailId' },
};
const stock = {
  ...{ name: 'Stock', resource: 'https://stock.bank.example/v2' },
  scopes: [{ name: 'stock.sync', audience: 'service', description: { en: 'Read the stock' } }],
  accessTokenTtl: 120,
};
const ASKED: Record<string, string>[] = [
  { scope: 'orders.sync' },
  { resource: ORDERS },
  { scope: 'orders.sync', resource: ORDERS },
];
let at = 0;
const other = (changes: object = {}) => {
  at += 1;
  const scopes = [{ name: `other.${at}`, audience: 'service', description: { en: 'Other' } }];
  return { name: 'Other', resource: `https://other-${at}.example`, scopes, ...changes };
};

const pointers = ({ body }: Answer): string[] => body.errors.map(({ pointer }: { pointer: string }) => pointer);
const made = async (body: object, by = portal): Promise<string> => {
  const answer = await by.post('/v1/apis', body);
  if (answer.status !== 201) throw new Error(`The API was not made: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
};

/** A program that gets tokens for itself. */
async function service(apiScopes: readonly string[], options: Partial<PortalOptions> = {}) {
  const { client, secret } = await clientWithSecret(running, { scopes: [], ...options, apiScopes });
  return relyingParty(running, client.clientId, secret);
}

const tokenOf = (config: oidc.Configuration, params: Record<string, string>) =>
  oidc.clientCredentialsGrant(config, params);
const refusal = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'passes',
    (error: unknown) => (error as { error?: string }).error,
  );

const jwks = async () =>
  (await (await fetch(running.url('auth', '/service/authserver/oauth/jwks'))).json()) as JSONWebKeySet;

/** Verifies a token as an API does with jose. */
async function verified(token: string, audience = ORDERS) {
  const options = { issuer: issuerOf(running.config), audience, typ: 'at+jwt' };
  return jwtVerify(token, createLocalJWKSet(await jwks()), options);
}

/** The answer of introspection as a JWT (RFC 9701), verified as the API does. */
async function signedIntrospection(clientId: string, secret: string, token: string) {
  const response = await fetch(running.url('auth', '/service/authserver/oauth/introspect'), {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}`, accept: 'application/token-introspection+jwt' },
    body: new URLSearchParams({ token }),
  });
  expect(response.headers.get('content-type')).toMatch('application/token-introspection+jwt');
  const keys = createLocalJWKSet(await jwks());
  return jwtVerify(await response.text(), keys, { issuer: issuerOf(running.config), audience: clientId });
}

/** A user who is there already signs in. */
async function signInAt(client: Client, login: string, params: Record<string, string>): Promise<Seen> {
  const person = new Person(running);
  const page = await person.open(authorizeUrl(running, client, params));
  return person.send(page, '/login', { login, password: PASSWORD });
}

async function userTokens(client: Client, userId: string, params: Record<string, string>) {
  const { back, person, sub } = await signedIn(running, client, userId, params);
  return { person, sub, body: (await redeem(running, client, codeIn(back))).body };
}

describe("An enterprise's own APIs", () => {
  beforeAll(async () => {
    running = await startTestApplication({
      env: { ...MANY_LOGINS, TRUST_PROXY: '127.0.0.1', CLIENT_REGISTRATION: 'true' },
    });
    portal = await portalOf(running, WRITES);
    await made(orders);
    await made(stock);
  });
  afterAll(() => running.close());

  describe('as the management API keeps them', () => {
    it('are listed, changed and deleted, each act with an audit entry', async () => {
      const id = await made(other());
      const path = `/v1/apis/${id}`;
      const changed = await portal.patch(path, { accessTokenFormat: 'opaque', claims: { lang: 'language' } });
      expect(changed.body).toMatchObject({ name: 'Other', accessTokenFormat: 'opaque', claims: { lang: 'language' } });
      expect((await portal.get('/v1/apis')).body.apis.map((api: { id: string }) => api.id)).toContain(id);
      expect((await portal.delete(path)).status).toBe(204);
      expect((await portal.get(path)).status).toBe(404);
      const kinds = await running.app
        .get(Database)
        .rows(`SELECT kind FROM shared.audit_entry WHERE details ->> 'apiId' = $1`, [id]);
      expect(new Set(kinds.map(({ kind }) => kind))).toEqual(
        new Set(['auth.api-created', 'auth.api-changed', 'auth.api-removed']),
      );
    });

    it.each<[string, string]>([
      ['a fragment', 'https://a.example/#x'],
      ['a user name', 'https://orders.bank.example@evil.example'],
      ['capital letters in the host', 'https://ORDERS.example'],
      ['the default port', 'https://a.example:443/x'],
      ['dots in its path', 'https://a.example/x/../y'],
      ['a backslash', 'https://a.example\\x'],
      ['no encryption', 'http://a.example'],
      ['the address of a surface', 'https://manage.test'],
      ['a path at a surface', 'https://auth.test/anything'],
      ['a name that the service keeps', 'URN:countersign:client:x'],
      ['no scheme', 'orders'],
    ])('do not take an address with %s', async (_what, resource) => {
      const address = resource === 'https://manage.test' ? running.config.managementUrl : resource;
      const answer = await portal.post('/v1/apis', other({ resource: address }));
      expect([answer.status, pointers(answer)]).toEqual([422, ['/resource']]);
    });

    it('have an address that no other API has, whosever it is, however the slash and the case are', async () => {
      const stranger = await portalOf(running, { ...WRITES, enterpriseId: 'other' });
      for (const by of [portal, stranger, await portalOf(running, { ...WRITES, test: true })])
        for (const resource of [ORDERS, `${ORDERS}/`, 'https://stock.bank.example/V2/'])
          expect((await by.post('/v1/apis', other({ resource }))).status).toBe(409);
    });

    it.each<[string, object, string]>([
      ['a scope of ours', { scopes: [{ ...orders.scopes[0], name: 'users:read' }] }, '/scopes/0/name'],
      ['a scope that stands for all', { scopes: [{ ...orders.scopes[0], name: 'all' }] }, '/scopes/0/name'],
      ['a scope of another API', { scopes: [orders.scopes[0]] }, '/scopes/0/name'],
      [
        'no words in English',
        { scopes: [{ ...orders.scopes[0], name: 'x', description: { de: 'X' } }] },
        '/scopes/0/description',
      ],
      ['a reserved claim', { claims: { sub: 'userId' } }, '/claims/sub'],
      ['a reserved claim in capitals', { claims: { Scope: 'userId' } }, '/claims/Scope'],
      [
        'a claim that would change what objects are',
        { claims: JSON.parse('{"__proto__":"userId"}') },
        '/claims/__proto__',
      ],
      ['a source that is none', { claims: { x: 'constructor' } }, '/claims/x/from'],
      ['an expression', { claims: { x: '${groups}' } }, '/claims/x/from'],
      ['a form that is none', { claims: { x: { from: 'groups', map: { a: 1 } } } }, '/claims/x'],
      [
        'too many claims',
        { claims: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`c${n}`, 'groups'])) },
        '/claims',
      ],
      ['an exchange from an API that is not theirs', { exchangeFrom: ['https://nobody.example'] }, '/exchangeFrom/0'],
      ['a client that is not theirs', { introspectionClientId: 'nobody' }, '/introspectionClientId'],
    ])('do not take %s', async (_what, changes, pointer) => {
      const answer = await portal.post('/v1/apis', other(changes));
      expect([answer.status, pointers(answer)]).toEqual([422, [pointer]]);
    });

    it('keep the scopes that a client holds, so that another API cannot take their names over', async () => {
      const id = await made(other());
      const name = `other.${at}`;
      const wrong = await portal.post('/v1/clients', {
        ...{ clientName: 'X', grantTypes: ['client_credentials'], scopes: [] },
        apiScopes: [name, 'unknown', 'orders.read'],
      });
      expect([wrong.status, pointers(wrong)]).toEqual([422, ['/apiScopes/1', '/apiScopes/2']]);
      const client = await portal.post('/v1/clients', {
        ...{ clientName: 'X', grantTypes: ['client_credentials'], scopes: [], apiScopes: [name] },
      });
      expect([client.status, client.body.powers]).toEqual([201, [name]]);
      expect((await portal.delete(`/v1/apis/${id}`)).body.detail).toMatch(client.body.clientId);
      expect((await portal.patch(`/v1/apis/${id}`, { scopes: other().scopes })).status).toBe(409);
      await portal.delete(`/v1/clients/${client.body.clientId}`);
      expect((await portal.delete(`/v1/apis/${id}`)).status).toBe(204);
    });
  });

  describe('for a service', () => {
    it('give tokens by its scopes, by the resource, or by both, that the API verifies itself', async () => {
      const config = await service(['orders.sync', 'stock.sync']);
      for (const params of ASKED) {
        const { access_token: token, scope } = await tokenOf(config, params);
        const { payload, protectedHeader } = await verified(token);
        expect([scope, payload['scope'], protectedHeader.alg]).toEqual(['orders.sync', 'orders.sync', 'ES256']);
        expect(payload.sub).toBe(config.clientMetadata().client_id);
      }
      expect((await tokenOf(config, { resource: stock.resource })).expires_in).toBe(120);
    });

    it('give tokens for one API at a time, and only for scopes that it holds', async () => {
      const config = await service(['orders.sync', 'stock.sync']);
      expect(await refusal(tokenOf(config, { scope: 'orders.sync stock.sync' }))).toBe('invalid_scope');
      expect(await refusal(tokenOf(config, { scope: 'stock.sync', resource: ORDERS }))).toBe('invalid_scope');
      expect(await refusal(tokenOf(config, {}))).toBe('invalid_scope');
      const one = await service(['stock.sync']);
      expect((await tokenOf(one, {})).scope).toBe('stock.sync');
      expect(await refusal(tokenOf(one, { scope: 'orders.sync' }))).toBe('invalid_scope');
      expect(await refusal(tokenOf(one, { scope: 'users:read' }))).toBe('invalid_scope');
      expect(await refusal(tokenOf(one, { resource: ORDERS }))).toBe('invalid_target');
    });

    it.each(['/', '/x', '?', '#', ':443', '%2f', ' '])(
      'give tokens only at their exact address, not with %s behind it',
      async (more) => {
        expect(await refusal(tokenOf(await service(['orders.sync']), { resource: ORDERS + more }))).toBe(
          'invalid_target',
        );
      },
    );

    it.each(['https://ORDERS.bank.example', 'HTTPS://orders.bank.example', 'https://x@orders.bank.example'])(
      'give no tokens at %s',
      async (resource) => {
        expect(await refusal(tokenOf(await service(['orders.sync']), { resource }))).toBe('invalid_target');
      },
    );

    it('never give tokens to a client of another enterprise, or of the other side, whatever it holds', async () => {
      for (const options of [{ enterpriseId: 'other' }, { test: true }]) {
        const config = await service(['orders.sync'], options);
        expect(await refusal(tokenOf(config, { scope: 'orders.sync' }))).toBe('invalid_scope');
        expect(await refusal(tokenOf(config, { resource: ORDERS }))).toBe('invalid_target');
      }
    });

    it('give tokens that open no surface of the service', async () => {
      const { access_token: token } = await tokenOf(await service(['orders.sync']), {});
      const answer = await callApi(running, 'management', 'GET', '/v1/apis', undefined, {
        authorization: `Bearer ${token}`,
      });
      expect(answer.status).toBe(401);
    });

    it('give no tokens where somebody has altered the API in the database', async () => {
      const id = await made(other());
      const config = await service([`other.${at}`]);
      await running.app.get(Database).rows(`UPDATE auth.api SET resource = 'https://evil.example' WHERE id = $1`, [id]);
      expect(await refusal(tokenOf(config, {}))).toBe('invalid_scope');
    });
  });

  describe('for the application of a user', () => {
    const scopes = ['openid', 'offline_access', 'notifications'];
    const shop = () => application(running, { scopes, apiScopes: ['orders.read'] });

    it('give tokens with the claims that the API has mapped, also after a refresh', async () => {
      const client = await shop();
      const { body, sub } = await userTokens(client, 'mapped', { scope: 'openid orders.read offline_access' });
      const refreshed = await redeem(running, client, '', {
        ...{
          grant_type: 'refresh_token',
          refresh_token: body.refresh_token,
          code: undefined,
          code_verifier: undefined,
        },
      });
      for (const token of [body.access_token, refreshed.body.access_token]) {
        const { payload } = await verified(token);
        expect(payload).toMatchObject({
          sub,
          user_id: 'mapped',
          scope: 'openid offline_access orders.read',
          acr: 'urn:countersign:acr:1',
        });
        expect([payload['groups'], payload['roles'], payload['mail']]).toEqual([['retail'], ['gold'], undefined]);
      }
      expect(decodeJwt(body.id_token)['groups']).toBeUndefined();
    });

    it('give tokens with attributes of the user, which the enterprise keeps', async () => {
      const users = await portalOf(running, { scopes: ['users:read', 'users:write'] });
      await active(running, 'attributed');
      const faultsOf = async (attributes: object) =>
        pointers(await users.patch('/v1/users/attributed', { attributes }));
      const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`a${n}`, 'x']));
      expect(await faultsOf(many)).toEqual(['/attributes']);
      expect(await faultsOf({ a: 'x'.repeat(256) })).toEqual(['/attributes/a']);
      expect(await faultsOf({ a: 1 })).toEqual(['/attributes/a']);
      expect(await faultsOf({ 'a b': 'x' })).toEqual(['/attributes']);
      expect(await faultsOf(JSON.parse('{"__proto__":"x"}'))).toEqual(['/attributes/__proto__']);
      const { body } = await users.patch('/v1/users/attributed', { attributes: { department: 'Payments' } });
      expect(body.attributes).toEqual({ department: 'Payments' });
      await made(
        other({ scopes: [{ ...orders.scopes[0], name: 'staff' }], claims: { unit: 'attributes.department' } }),
      );
      const client = await application(running, { scopes, apiScopes: ['staff'] });
      const back = await signInAt(client, 'attributed', { scope: 'openid staff' });
      const answer = await redeem(running, client, codeIn(back));
      expect(decodeJwt(answer.body.access_token)['unit']).toBe('Payments');
    });

    it('give tokens with the data of its own tenant only, where another has a user of the same id and an API with the same mapping', async () => {
      const mapping = { unit: 'attributes.department', groups: 'groups', mail: 'emailId' };
      const claimsIn = async (enterpriseId: string, department: string) => {
        const options = { enterpriseId, scopes: [...WRITES.scopes, 'users:read', 'users:write'] };
        const by = await portalOf(running, options);
        const details = { attributes: { department }, primaryGroup: department, emailId: `${department}@bank.example` };
        await active(running, 'twin', details, Tenant.of(enterpriseId, false));
        const scope = `twin.${enterpriseId}`;
        await made(other({ scopes: [{ ...orders.scopes[0], name: scope }], claims: mapping }), by);
        const client = await application(running, { enterpriseId, scopes, apiScopes: [scope] });
        const back = await signInAt(client, 'twin', { scope: `openid ${scope}` });
        const { unit, groups, mail } = decodeJwt((await redeem(running, client, codeIn(back))).body.access_token);
        return { unit, groups, mail };
      };
      const ofTenant = (department: string) => ({ unit: department, groups: expect.arrayContaining([department]) });
      const [first, second] = [await claimsIn('default', 'payments'), await claimsIn('other', 'lending')];
      expect(first).toMatchObject(ofTenant('payments'));
      expect(second).toMatchObject(ofTenant('lending'));
      expect(JSON.stringify(first)).not.toContain('lending');
      expect(JSON.stringify(second)).not.toContain('payments');
    });

    it('give no tokens for two APIs, for another one, or for what a service has', async () => {
      const client = await shop();
      const errorOf = async (params: Record<string, string>) => {
        const page = await new Person(running).open(authorizeUrl(running, client, params));
        return callbackIn(page).searchParams.get('error');
      };
      expect(await errorOf({ scope: 'openid orders.read notifications' })).toBe('invalid_scope');
      expect(await errorOf({ scope: 'openid', resource: ORDERS })).toBe('invalid_scope');
      expect(await errorOf({ scope: 'openid orders.read', resource: stock.resource })).toBe('invalid_target');
      expect(await errorOf({ scope: 'openid orders.read', resource: `${ORDERS}/` })).toBe('invalid_target');
      const { back } = await signedIn(running, client, 'other-target', { scope: 'openid orders.read' });
      const elsewhere = await redeem(running, client, codeIn(back), { resource: running.config.managementUrl });
      expect(elsewhere.body.error).toBe('invalid_target');
    });

    it('give tokens after a consent page that says in the user’s language what the scope allows', async () => {
      const client = await application(running, { scopes, apiScopes: ['orders.read'], firstParty: false });
      const { back } = await signedIn(running, client, 'consenting', { scope: 'openid orders.read', ui_locales: 'de' });
      expect(back.html).toMatch('Ihre Bestellungen sehen');
      const { back: english } = await signedIn(running, client, 'consenting-2', {
        scope: 'openid orders.read',
        ui_locales: 'ar',
      });
      expect(english.html).toMatch('See your orders');
    });

    it('give tokens without the scope that the user has taken off on the account page, and with it again', async () => {
      const client = await application(running, { scopes, apiScopes: ['orders.read'], firstParty: false });
      const asked = { scope: 'openid offline_access orders.read', prompt: 'consent' };
      const { person, back } = await signedIn(running, client, 'choosy', asked);
      const agreed = await person.send(back, '/consent', { consent: 'allow' });
      const { body } = await redeem(running, client, codeIn(agreed));
      expect(body.scope).toContain('orders.read');
      const page = await person.open('/service/account');
      expect(page.html).toContain('<span>See your orders</span>');
      const changed = await person.send(page, '/applications/change', { 'may_orders.read': '' });
      expect(changed.html).toContain('The access was changed.');
      const fields = { grant_type: 'refresh_token', refresh_token: body.refresh_token, code: undefined };
      expect((await redeem(running, client, '', fields)).body.scope ?? '').not.toContain('orders.read');
      await person.send(await person.open('/service/account'), '/applications/change', { 'may_orders.read': 'true' });
      const again = await person.open(authorizeUrl(running, client, { scope: asked.scope }));
      expect((await redeem(running, client, codeIn(again))).body.scope).toContain('orders.read');
    });

    it('give no more tokens once the client has lost the scope', async () => {
      const client = await shop();
      const { body } = await userTokens(client, 'losing', { scope: 'openid orders.read offline_access' });
      await portal.patch(`/v1/clients/${client.clientId}`, { apiScopes: [] });
      const fields = { grant_type: 'refresh_token', refresh_token: body.refresh_token, code: undefined };
      expect((await redeem(running, client, '', fields)).body.error).toBe('invalid_target');
    });

    it('have no valid tokens left once the client has lost the scope', async () => {
      const { client, secret } = await clientWithSecret(running, {
        scopes: [],
        apiScopes: ['orders.sync', 'stock.sync'],
      });
      const config = await relyingParty(running, client.clientId, secret);
      const { access_token: token } = await tokenOf(config, { scope: 'orders.sync' });
      expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true });
      expect((await portal.patch(`/v1/clients/${client.clientId}`, { apiScopes: ['stock.sync'] })).status).toBe(200);
      expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: false });
    });

    it.each([false, true])(
      'give nothing of a scope of OpenID that the client has lost, by refresh or userinfo, until it is back (JWT: %s)',
      async (jwtAccessTokens) => {
        const manager = await portalOf(running, { scopes: [...WRITES.scopes, 'email', 'groups'] });
        const client = await application(running, {
          ...{ scopes: ['openid', 'email', 'groups', 'offline_access'], jwtAccessTokens },
        });
        const asked = { scope: 'openid email offline_access', claims: '{"userinfo":{"groups":null}}' };
        const { body, sub } = await userTokens(client, `lost-${jwtAccessTokens}`, asked);
        await running.app.get(Database).rows(`UPDATE users."user" SET email_id = 'a@b.example' WHERE sub = $1`, [sub]);
        let tokens = body;
        const refresh = async () => {
          const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token, code: undefined };
          tokens = (await redeem(running, client, '', fields)).body;
        };
        const told = async () => Object.keys(await userinfoOf(running, tokens)).sort();
        const lose = (scopes: string[]) => manager.patch(`/v1/clients/${client.clientId}`, { scopes });
        expect(await told()).toEqual(['email', 'groups', 'sub']);
        expect((await lose(['openid', 'offline_access'])).status).toBe(200);
        if (!jwtAccessTokens) expect(await told()).toEqual(['sub']);
        await refresh();
        expect([tokens.scope, decodeJwt(tokens.id_token)['email'], await told()]).toEqual([
          ...['openid offline_access', undefined, ['sub']],
        ]);
        expect((await lose(['openid', 'email', 'groups', 'offline_access'])).status).toBe(200);
        await refresh();
        expect(await told()).toEqual(['email', 'groups', 'sub']);
      },
    );
  });

  describe('at introspection', () => {
    it.each(['jwt', 'opaque'])(
      'ask as %s by a client of their own, which is told about no others',
      async (accessTokenFormat) => {
        const { client: own, secret } = await clientWithSecret(running, { scopes: [] });
        const asker = await relyingParty(running, own.clientId, secret);
        const about = await made(
          other({ accessTokenFormat, introspectionClientId: own.clientId, claims: { grp: 'primaryGroup' } }),
        );
        const name = `other.${at}`;
        await portal.patch(`/v1/apis/${about}`, {
          scopes: [
            { name, audience: 'service', description: { en: 'S' } },
            { name: `${name}.u`, audience: 'user', description: { en: 'U' } },
          ],
        });
        const config = await service([name]);
        const { access_token: token } = await tokenOf(config, {});
        expect(token.includes('.')).toBe(accessTokenFormat === 'jwt');
        expect(await oidc.tokenIntrospection(asker, token)).toMatchObject({
          active: true,
          scope: name,
          aud: `https://other-${name.slice(6)}.example`,
        });

        const shop = await application(running, { scopes: ['openid'], apiScopes: [`${name}.u`] });
        const { body } = await userTokens(shop, `asked-${accessTokenFormat}`, { scope: `openid ${name}.u` });
        expect(await oidc.tokenIntrospection(asker, body.access_token)).toMatchObject({ active: true, grp: 'retail' });

        const signed = await signedIntrospection(own.clientId, secret, token);
        expect(signed.protectedHeader).toMatchObject({ typ: 'token-introspection+jwt', alg: 'RS256' });
        expect(signed.payload['token_introspection']).toMatchObject({ active: true, scope: name });
        const nothing = await signedIntrospection(own.clientId, secret, 'none');
        expect(nothing.payload['token_introspection']).toEqual({ active: false });

        const { access_token: foreign } = await tokenOf(await service(['orders.sync']), {});
        expect(await oidc.tokenIntrospection(asker, foreign)).toEqual({ active: false });
        expect(await oidc.tokenIntrospection(await service(['orders.sync']), token)).toEqual({ active: false });

        await portal.delete(`/v1/clients/${config.clientMetadata().client_id}`);
        expect(await oidc.tokenIntrospection(asker, token)).toEqual({ active: false });
      },
    );
  });

  describe('are passed on by token exchange, which', () => exchangeCases(() => running));

  describe('are asked for by clients, which', () => registrationCases(() => running));

  describe('are called by a device without a keyboard, which', () => deviceCases(() => running));

  it('cost a client that holds none of their scopes no statement', async () => {
    const { client, secret } = await clientWithSecret(running, { scopes: ['users:read'], enterpriseId: 'other' });
    const config = await relyingParty(running, client.clientId, secret);
    const rows = jest.spyOn(running.app.get(Database), 'rows');
    await tokenOf(config, { scope: 'users:read' });
    expect(rows.mock.calls.filter(([text]) => text.includes('auth.api'))).toEqual([]);
    rows.mockRestore();
  });
});
