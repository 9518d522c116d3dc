import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import type { Client } from '../../../src/auth/client/client.entity.js';
import type { TestApplication } from '../../support/application.js';
import { callbackIn, codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { Person, type Seen } from '../../support/person.js';
import { fetchAt, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { active, application, authorizeUrl, PASSWORD } from '../../support/signing-in.js';
import { callApi, clientRow, portalOf } from '../../support/tokens.js';

let running: TestApplication;

const DETAILS = {
  firstName: 'Nadia',
  lastName: 'Petrova',
  emailId: 'nadia@bank.example',
  mobileNumber: '+4915112345678',
};
const USERINFO = 'https://auth.test/service/authserver/oauth/userinfo';

async function userinfo(token: string): Promise<Record<string, unknown>> {
  const response = await fetchAt(running)(USERINFO, { headers: { authorization: `Bearer ${token}` } });
  if (response.status !== 200) throw new Error(`Userinfo answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Nadia signs in, and the application asks for these claims. */
async function nadiaAt(client: Client, claims: unknown, scope = 'openid'): Promise<[Person, Seen]> {
  const person = new Person(running);
  const page = await person.open(authorizeUrl(running, client, { scope, claims: JSON.stringify(claims) }));
  return [person, await person.send(page, '/login', { login: 'nadia', password: PASSWORD })];
}

async function told(client: Client, back: Seen) {
  const { body } = await redeem(running, client, codeIn(back));
  return { idToken: decodeJwt(body.id_token), userinfo: await userinfo(body.access_token) };
}

describe('Claims', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    await active(running, 'nadia', DETAILS);
  });

  describe('that are requested by name', () => {
    it('come where they were asked for, without their whole scope', async () => {
      const bank = await application(running);
      const claims = { id_token: { email: null }, userinfo: { name: { essential: true }, phone_number: null } };
      const { idToken, userinfo } = await told(bank, (await nadiaAt(bank, claims))[1]);
      expect([idToken['email'], idToken['name']]).toEqual([DETAILS.emailId, undefined]);
      expect(userinfo).toEqual({ sub: idToken.sub, name: 'Nadia Petrova', phone_number: DETAILS.mobileNumber });
    });

    it('say also that an address or a number is not verified', async () => {
      const bank = await application(running);
      const claims = { userinfo: { email_verified: null, phone_number_verified: null } };
      const { userinfo } = await told(bank, (await nadiaAt(bank, claims))[1]);
      expect(userinfo).toMatchObject({ email_verified: false, phone_number_verified: false });
    });

    it('are left out where the client does not hold their scope, and where nobody knows them', async () => {
      const bank = await application(running, { scopes: ['openid', 'profile'] });
      const wanted = {
        email: { essential: true },
        groups: null,
        acr: { value: 'x' },
        __proto__x: null,
      };
      const { idToken, userinfo } = await told(bank, (await nadiaAt(bank, { id_token: wanted, userinfo: wanted }))[1]);
      for (const found of [idToken, userinfo])
        expect(Object.keys(found)).not.toEqual(expect.arrayContaining(['email']));
      expect(userinfo).toEqual({ sub: idToken.sub });
    });

    it.each<[string, string]>([
      ['no JSON', '{'],
      ['no object', '[]'],
      ['neither of the two places', '{"other":{}}'],
      ['a place that is no object', '{"userinfo":"email"}'],
      ['too long a text', JSON.stringify({ userinfo: { email: { value: 'x'.repeat(4_096) } } })],
      ['a value with NUL', JSON.stringify({ id_token: { email: { value: 'a\0' } } })],
      ['half of a character', JSON.stringify({ userinfo: { email: { values: ['\ud83d'] } } })],
      [
        'too many names',
        JSON.stringify({ userinfo: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, null])) }),
      ],
    ])('are refused as %s', async (_what, claims) => {
      const bank = await application(running);
      const page = await new Person(running).open(authorizeUrl(running, bank, { scope: 'openid', claims }));
      expect(callbackIn(page).searchParams.get('error')).toBe('invalid_request');
    });

    it("need the consent of the user when the application is somebody else's, which the page asks by their scope", async () => {
      const shop = await application(running, { firstParty: false });
      const [person, page] = await nadiaAt(shop, { userinfo: { email: null } });
      expect(page.html).toContain('see your e-mail address');
      const back = await person.send(page, '/consent', { consent: 'allow' });
      expect((await told(shop, back)).userinfo).toMatchObject({ email: DETAILS.emailId });
    });

    it('need no second consent when the user has agreed to their scope', async () => {
      const shop = await application(running, { firstParty: false });
      const [person, page] = await nadiaAt(shop, { userinfo: {} }, 'openid email');
      await person.send(page, '/consent', { consent: 'allow' });
      const claims = JSON.stringify({ userinfo: { email_verified: null } });
      const back = await person.open(authorizeUrl(running, shop, { scope: 'openid', claims, prompt: 'none' }));
      expect((await told(shop, back)).userinfo).toMatchObject({ email_verified: false });
      const more = JSON.stringify({ userinfo: { phone_number: null } });
      const asked = await person.open(authorizeUrl(running, shop, { scope: 'openid', claims: more, prompt: 'none' }));
      expect(callbackIn(asked).searchParams.get('error')).toBe('consent_required');
    });

    it('never come without openid', async () => {
      const bank = await application(running);
      const claims = JSON.stringify({ userinfo: { email: null } });
      const page = await new Person(running).open(authorizeUrl(running, bank, { scope: 'notifications', claims }));
      expect(callbackIn(page).searchParams.get('error')).toBe('invalid_request');
    });
  });

  describe('An access token as JWT', () => {
    const tokensOf = async (client: Client, params: Record<string, string> = {}) => {
      const person = new Person(running);
      const page = await person.open(
        authorizeUrl(running, client, { scope: 'openid profile offline_access', ...params }),
      );
      const back = await person.send(page, '/login', { login: 'nadia', password: PASSWORD });
      return (await redeem(running, client, codeIn(back))).body as Record<string, string>;
    };

    it('comes to a client that wants it, for itself, and identifies the user to those who read it', async () => {
      const client = await application(running, { jwtAccessTokens: true });
      const { access_token: token = '', id_token: idToken = '', scope } = await tokensOf(client);
      expect(decodeProtectedHeader(token)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' });
      expect(decodeJwt(token)).toMatchObject({
        iss: 'https://auth.test/service/authserver',
        aud: client.clientId,
        client_id: client.clientId,
        sub: decodeJwt(idToken).sub,
        scope: 'openid profile offline_access',
        enterprise_id: 'default',
      });
      expect(scope).toBe('openid profile offline_access');
      expect(await userinfo(token)).toMatchObject({ name: 'Nadia Petrova' });
    });

    it('comes by a refresh token too, is told about at introspection, and is void once it is revoked', async () => {
      const client = await application(running, { jwtAccessTokens: true });
      const config = await relyingParty(running, client.clientId, oidc.None());
      const { refresh_token: refresh = '' } = await tokensOf(client);
      const { access_token: token } = await oidc.refreshTokenGrant(config, refresh);
      expect(decodeJwt(token).aud).toBe(client.clientId);
      expect(await oidc.tokenIntrospection(config, token)).toMatchObject({ active: true, aud: client.clientId });
      await oidc.tokenRevocation(config, token);
      await expect(userinfo(token)).rejects.toThrow('401');
    });

    it('gives requested claims at userinfo as an opaque one does', async () => {
      const client = await application(running, { jwtAccessTokens: true });
      const claims = JSON.stringify({ userinfo: { email: null, email_verified: null } });
      const { access_token: token = '' } = await tokensOf(client, { scope: 'openid', claims });
      expect(await userinfo(token)).toMatchObject({ email: DETAILS.emailId, email_verified: false });
    });

    it('opens none of our APIs', async () => {
      const client = await application(running, { jwtAccessTokens: true });
      const { access_token: token } = await tokensOf(client);
      const authorization = `Bearer ${token}`;
      expect((await callApi(running, 'management', 'GET', '/v1/users', undefined, { authorization })).status).toBe(401);
      expect((await callApi(running, 'mobile', 'GET', '/mobile/v1/me', undefined, { authorization })).status).not.toBe(
        200,
      );
    });

    it('may be for another client of the enterprise, and for no other', async () => {
      const scopes = ['clients:write', 'openid'];
      const portal = await portalOf(running, { scopes });
      const gateway = await clientRow(running, { scopes: [] });
      const foreign = await clientRow(running, { scopes: [], enterpriseId: 'other' });
      const tester = await clientRow(running, { scopes: [], test: true });
      const asked = (accessTokenAudience: string, jwtAccessTokens = true) =>
        portal.post('/v1/clients', {
          clientName: 'Accounts',
          grantTypes: ['authorization_code'],
          scopes: ['openid'],
          authMethod: 'none',
          firstParty: true,
          redirectUris: ['https://app.example/callback'],
          jwtAccessTokens,
          accessTokenAudience,
        });
      for (const other of [foreign.clientId, tester.clientId, running.config.managementUrl, 'nobody']) {
        const { status, body } = await asked(other);
        expect([status, body.errors?.[0]?.pointer]).toEqual([422, '/accessTokenAudience']);
      }
      expect((await asked(gateway.clientId, false)).status).toBe(422);
      const { body } = await asked(gateway.clientId);
      const client = { clientId: body.clientId, redirectUris: ['https://app.example/callback'] } as Client;
      const { access_token: token = '' } = await tokensOf(client, { scope: 'openid' });
      expect(decodeJwt(token)).toMatchObject({ aud: gateway.clientId, client_id: client.clientId });
    });

    it('is not what others get, nor what a client gets for the mobile surface', async () => {
      const plain = await tokensOf(await application(running));
      expect(plain['access_token']).not.toContain('.');
      const app = await application(running, { jwtAccessTokens: true });
      const { back } = await signedIn(running, app, 'app-user', { scope: 'openid notifications' });
      const { access_token: token } = (await redeem(running, app, codeIn(back))).body;
      expect(decodeJwt(token).aud).toBe(running.config.mobileUrl);
    });
  });
});
