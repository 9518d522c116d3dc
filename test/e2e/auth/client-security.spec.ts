import { exportJWK, generateKeyPair } from 'jose';
import * as oidc from 'openid-client';
import { Database } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { callbackIn, codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { ellipticPair, FapiClient } from '../../support/fapi/fapi-client.js';
import { Person } from '../../support/person.js';
import { clientWithSecret, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { active, application, authorizeUrl, PASSWORD } from '../../support/signing-in.js';
import { portalOf, type Answer, type Portal } from '../../support/tokens.js';
import { clientKeysCases } from './client-keys.cases.js';

const USER_SCOPES = ['openid', 'profile', 'email', 'phone', 'offline_access'];
const WITHOUT_PKCE = { code_challenge: '', code_challenge_method: '' };
const REDIRECT = 'https://app.example/callback';

let running: TestApplication;
let portal: Portal;

const withoutPkce = (url: URL): URL => {
  for (const name of Object.keys(WITHOUT_PKCE)) url.searchParams.delete(name);
  return url;
};
/** When the user's grant was last used, as the account page shows it. */
const usedAt = async (sub: string): Promise<Date | null> => {
  const sql = `SELECT used_at FROM auth.engine_record WHERE model = 'Grant' AND account_id = $1`;
  const [grant] = await running.app.get(Database).rows<{ used_at: Date | null }>(sql, [sub]);
  return grant?.used_at ?? null;
};
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};
const made = async (fields: object): Promise<Answer> =>
  portal.post('/v1/clients', {
    clientName: 'Accounts',
    grantTypes: ['authorization_code'],
    scopes: ['openid'],
    redirectUris: [REDIRECT],
    ...fields,
  });
const faultsOf = ({ status, body }: Answer): unknown => [
  status,
  (body.errors as { pointer: string }[]).map(({ pointer }) => pointer),
];

describe('The security of a client', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['clients:read', 'clients:write', ...USER_SCOPES] });
  });

  describe('PKCE', () => {
    const confidential = { scopes: ['openid'], grantTypes: ['authorization_code'] as const, redirectUris: [REDIRECT] };

    it('is left to a client with a secret, which signs its users in without it', async () => {
      const { client, secret } = await clientWithSecret(running, { ...confidential, firstParty: true });
      await active(running, 'without-pkce');
      const person = new Person(running);
      const page = await person.open(withoutPkce(authorizeUrl(running, client, { scope: 'openid' })));
      const back = await person.send(page, '/login', { login: 'without-pkce', password: PASSWORD });
      const fields = { client_secret: secret, code_verifier: undefined };
      expect((await redeem(running, client, codeIn(back), fields)).status).toBe(200);
    });

    it('is demanded of a client that requires it, at the authorization endpoint and in pushed requests', async () => {
      const { client, secret } = await clientWithSecret(running, { ...confidential, requirePkce: true });
      const page = await new Person(running).open(withoutPkce(authorizeUrl(running, client, { scope: 'openid' })));
      expect(callbackIn(page).searchParams.get('error')).toBe('invalid_request');
      expect(callbackIn(page).searchParams.get('error_description')).toContain('PKCE');
      const config = await relyingParty(running, client.clientId, secret);
      const asked = { redirect_uri: REDIRECT, scope: 'openid' };
      await expect(oidc.buildAuthorizationUrlWithPAR(config, asked)).rejects.toMatchObject({
        error: 'invalid_request',
      });
    });

    it('is demanded of every client of an enterprise that requires it, at once, and of no other', async () => {
      const scopes = ['enterprises:read', 'enterprises:write'];
      const administrator = await portalOf(running, { scopes, administrator: true });
      const enterprise = { enterpriseId: 'strict', name: 'Strict Bank' };
      expect((await administrator.post('/v1/enterprises', enterprise)).body).toMatchObject({ requirePkce: false });
      const theirs = (await clientWithSecret(running, { ...confidential, enterpriseId: 'strict' })).client;
      const ours = (await clientWithSecret(running, confidential)).client;
      const errorOf = async (client: typeof theirs) => {
        const page = await new Person(running).open(withoutPkce(authorizeUrl(running, client, { scope: 'openid' })));
        return page.left?.searchParams.get('error');
      };
      expect(await errorOf(theirs)).toBeUndefined();
      const changed = await administrator.patch('/v1/enterprises/strict', { requirePkce: true });
      expect([changed.status, changed.body.requirePkce]).toEqual([200, true]);
      expect([await errorOf(theirs), await errorOf(ours)]).toEqual(['invalid_request', undefined]);
    });
  });

  describe('A secret', () => {
    it.each(['client_secret_basic', 'client_secret_post'] as const)(
      'is taken in the header and in the body from a client with %s',
      async (authMethod) => {
        const fields = { scopes: ['users:read'], authMethod };
        const { client, secret } = await clientWithSecret(running, fields);
        for (const authentication of [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]) {
          const config = await relyingParty(running, client.clientId, authentication);
          expect(await oidc.clientCredentialsGrant(config)).toMatchObject({ scope: 'users:read' });
        }
      },
    );

    it('is never taken from a client that proves itself by a key', async () => {
      const client = await FapiClient.made(running, portal);
      for (const authentication of [oidc.ClientSecretBasic('x'), oidc.ClientSecretPost('x'), oidc.None()]) {
        const config = await relyingParty(running, client.clientId, authentication);
        await expect(oidc.clientCredentialsGrant(config)).rejects.toMatchObject({ status: 401 });
      }
    });
  });

  describe('The profile fapi2', () => {
    const profile = async () => ({
      authMethod: 'private_key_jwt',
      securityProfile: 'fapi2',
      jwks: { keys: [await exportJWK(ellipticPair().publicKey)] },
    });
    const DEMANDS = {
      requirePkce: true,
      requirePushedAuthorizationRequests: true,
      dpopBoundAccessTokens: true,
      idTokenSignedResponseAlg: 'ES256',
    };

    it('sets what it demands, and keeps it until the profile is taken off', async () => {
      const { status, body } = await made(await profile());
      expect([status, body]).toEqual([201, expect.objectContaining({ securityProfile: 'fapi2', ...DEMANDS })]);
      const path = `/v1/clients/${body.clientId}`;
      const weaker = { requirePkce: false, idTokenSignedResponseAlg: 'RS256' };
      expect(faultsOf(await portal.patch(path, weaker))).toEqual([422, ['/requirePkce', '/idTokenSignedResponseAlg']]);
      const off = await portal.patch(path, { securityProfile: null });
      expect(off.body).toMatchObject({ securityProfile: null, ...DEMANDS });
      expect((await portal.patch(path, { requirePkce: false })).body.requirePkce).toBe(false);
      expect((await portal.patch(path, { securityProfile: 'fapi2' })).body).toMatchObject(DEMANDS);
    });

    it('is refused without a key, with a key for RS256, on plain http, and beside what weakens it', async () => {
      const RS256 = { kty: 'RSA', n: 'x'.repeat(342), e: 'AQAB', alg: 'RS256' };
      const good = await profile();
      const cases: [object, string[]][] = [
        [{ securityProfile: 'fapi2' }, ['/authMethod']],
        [{ ...good, jwks: { keys: [RS256] } }, ['/jwks']],
        [{ ...good, test: true, redirectUris: ['http://localhost:3000/'] }, ['/redirectUris/0']],
        [{ ...good, dpopBoundAccessTokens: false }, ['/dpopBoundAccessTokens']],
        [{ securityProfile: 'fapi1' }, ['/securityProfile']],
      ];
      for (const [fields, pointers] of cases) expect(faultsOf(await made(fields))).toEqual([422, pointers]);
    });

    it('works with openid-client, which pushes the request and binds the tokens', async () => {
      const keys = await generateKeyPair('ES256', { extractable: true });
      const jwks = { keys: [await exportJWK(keys.publicKey)] };
      const more = { grantTypes: ['authorization_code', 'refresh_token'], scopes: ['openid', 'offline_access'] };
      const { body } = await made({ ...(await profile()), ...more, jwks, firstParty: true });
      const config = await relyingParty(running, body.clientId, oidc.PrivateKeyJwt(keys.privateKey));
      const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair());
      const verifier = oidc.randomPKCECodeVerifier();
      const asked = {
        redirect_uri: REDIRECT,
        scope: 'openid offline_access',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      };
      const db = running.app.get(Database);
      await active(running, 'fiona');
      const person = new Person(running);
      const page = await person.open(await oidc.buildAuthorizationUrlWithPAR(config, asked, { DPoP }));
      const back = callbackIn(await person.send(page, '/login', { login: 'fiona', password: PASSWORD }));
      const checks = { pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await oidc.authorizationCodeGrant(config, back, checks, undefined, { DPoP });
      const sub = tokens.claims()?.sub ?? '';
      await db.rows(`UPDATE auth.engine_record SET since = now() - interval '2 hours' WHERE account_id = $1`, [sub]);
      const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
      expect(renewed.refresh_token).toBe(tokens.refresh_token);
      expect(await oidc.fetchUserInfo(config, renewed.access_token, sub, { DPoP })).toMatchObject({ sub });
      await until(async () => (await usedAt(sub)) !== null);
    });
  });

  describe('A scope that the client does not hold', () => {
    it('is left out, and the token answer names the scopes that were granted', async () => {
      const client = await application(running, { scopes: ['openid', 'profile'] });
      const { back } = await signedIn(running, client, 'scoped', {
        scope: 'openid profile groups phone offline_access',
      });
      const { status, body } = await redeem(running, client, codeIn(back));
      expect([status, body.scope]).toEqual([200, 'openid profile']);
      expect(body).not.toHaveProperty('refresh_token');
    });

    it('is left out of a pushed request too', async () => {
      const client = await FapiClient.made(running, portal, { scopes: ['openid'] });
      const { status } = await client.push({ scope: 'openid groups email' });
      expect(status).toBe(201);
    });

    it.each(['openid users:read', 'groups', 'openid all'])(
      'is refused where it is of a server, or nothing is left: %s',
      async (scope) => {
        const client = await application(running, { scopes: ['openid', 'profile'] });
        const page = await new Person(running).open(authorizeUrl(running, client, { scope }));
        expect(callbackIn(page).searchParams.get('error')).toBe('invalid_scope');
      },
    );
  });

  describe('Keys', () => clientKeysCases(() => running));
});
