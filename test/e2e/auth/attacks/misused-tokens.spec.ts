import { Controller, Get } from '@nestjs/common';
import { SignJWT } from 'jose';
import { LogoutTokens } from '../../../../src/auth/logout/logout-tokens.service.js';
import { SigningKeys } from '../../../../src/auth/keys/signing-keys.service.js';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { Scopes } from '../../../../src/shared/auth-guard/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { codeIn, redeem, signedIn } from '../../../support/code-flow.js';
import { basic, post } from '../../../support/raw-requests.js';
import { clientWithSecret } from '../../../support/relying-party.js';
import { application, authorizeUrl, CHEAP } from '../../../support/signing-in.js';
import { callApi, claimsFor, signedToken } from '../../../support/tokens.js';

@Controller(['v1/misused', 'mobile/v1/misused'])
@Scopes('notifications')
class MisusedController {
  @Get()
  open() {
    return {};
  }
}

/** Everything that we issue, each of which is good for something. */
interface Issued {
  readonly mobile: string;
  readonly opaque: string;
  readonly server: string;
  readonly idToken: string;
  readonly refresh: string;
  readonly code: string;
  readonly logout: string;
}

let running: TestApplication;
let bank: Client;
let server: { client: Client; secret: string };
let issued: Issued;

async function issue(): Promise<Issued> {
  const { back, person, sub } = await signedIn(running, bank, 'misused', {
    scope: 'openid notifications offline_access',
  });
  const full = (await redeem(running, bank, codeIn(back))).body;
  const again = async (scope: string) => codeIn(await person.open(authorizeUrl(running, bank, { scope })));
  const opaque = (await redeem(running, bank, await again('openid'))).body;
  const asking = { grant_type: 'client_credentials', scope: 'users:read' };
  const { body } = await post(running, 'token', asking, basic(server.client.clientId, server.secret));
  const notice = { clientId: bank.clientId, sub, sid: 'a session' };
  return {
    mobile: full.access_token,
    refresh: full.refresh_token,
    idToken: full.id_token,
    opaque: opaque.access_token,
    server: body.access_token,
    code: await again('openid'),
    logout: await running.app.get(LogoutTokens).issue(bank, notice),
  };
}

const at = {
  management: (token: string) => statusAt('management', '/v1/misused', token),
  mobile: (token: string) => statusAt('mobile', '/mobile/v1/misused', token),
  userinfo: (token: string) => statusAt('auth', '/service/authserver/oauth/userinfo', token),
} as const;
const statusAt = async (surface: 'management' | 'mobile' | 'auth', path: string, token: string): Promise<number> =>
  (await callApi(running, surface, 'GET', path, undefined, { authorization: `Bearer ${token}` })).status;

describe('Misused tokens', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      controllers: [MisusedController],
      env: CHEAP,
    });
    bank = await application(running);
    server = await clientWithSecret(running, { scopes: ['users:read'] });
    issued = await issue();
  });
  afterAll(() => running.close());

  describe('What is good for one thing opens nothing else:', () => {
    it.each<[keyof Issued, string]>([
      ['mobile', 'mobile, userinfo'],
      ['opaque', 'userinfo'],
      ['server', 'none'],
      ['idToken', 'none'],
      ['refresh', 'none'],
      ['code', 'none'],
      ['logout', 'none'],
    ])('the token "%s" opens %s', async (what, place) => {
      for (const [name, open] of Object.entries(at)) {
        const status = await open(issued[what]);
        // A genuine token without the scope is told so; what is no token of that surface is told nothing.
        expect(status).toBe(place.includes(name) ? 200 : what === 'server' && name === 'management' ? 403 : 401);
      }
    });

    it.each<keyof Issued>(['mobile', 'opaque', 'idToken', 'code', 'logout'])('"%s" refreshes nothing', async (what) => {
      const refreshing = { grant_type: 'refresh_token', client_id: bank.clientId, refresh_token: issued[what] };
      expect(await post(running, 'token', refreshing)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it.each<keyof Issued>(['mobile', 'opaque', 'idToken', 'refresh', 'logout'])('"%s" is no code', async (what) => {
      expect(await redeem(running, bank, issued[what])).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    });

    it.each<keyof Issued>(['idToken', 'code', 'logout'])('"%s" is introspected as nothing', async (what) => {
      const answer = await post(running, 'introspect', { token: issued[what], client_id: bank.clientId });
      expect(answer).toMatchObject({ status: 200, body: { active: false } });
      expect(Object.keys(answer.body as object)).toEqual(['active']);
    });

    it.each<keyof Issued>(['mobile', 'logout', 'idToken'])('"%s" is no assertion of a client', async (what) => {
      const answer = await post(running, 'token', {
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: issued[what],
      });
      expect([400, 401]).toContain(answer.status);
    });

    it('whoever revokes an ID token has revoked nothing', async () => {
      expect((await post(running, 'revoke', { token: issued.idToken, client_id: bank.clientId })).status).toBe(200);
      expect(await at.mobile(issued.mobile)).toBe(200);
    });
  });

  describe('A token that we could have signed, and have not issued as such,', () => {
    it.each(['JWT', 'logout+jwt', 'dpop+jwt', 'jwt', ''])('opens nothing with the type %j', async (typ) => {
      const claims = { ...claimsFor(running, server.client, ['notifications']), sub: 'x', user_id: 'x', gid: 'g' };
      const mobile = { ...claims, aud: running.config.mobileUrl };
      expect(await at.mobile(await signedToken(running, mobile))).toBe(200);
      expect(await at.mobile(await signedToken(running, mobile, { typ }))).toBe(401);
    });

    it('opens nothing when it is signed with the key of ID tokens', async () => {
      const keys = running.app.get(SigningKeys);
      const key = await keys.active('RS256');
      const token = await new SignJWT({ ...claimsFor(running, server.client, ['users:read']) })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid })
        .sign(keys.openPrivateKey(key));
      expect(await at.management(token)).toBe(401);
    });
  });

  describe('Nobody', () => {
    it.each([
      'password',
      'implicit',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:saml2-bearer',
      'Client_Credentials',
      '',
    ])('gets a token by the grant %j', async (grant_type) => {
      const asking = { grant_type, username: 'misused', password: 'x', scope: 'users:read', assertion: issued.mobile };
      const answer = await post(running, 'token', asking, basic(server.client.clientId, server.secret));
      const error = grant_type === '' ? 'invalid_request' : 'unsupported_grant_type';
      expect(answer).toMatchObject({ status: 400, body: { error } });
    });

    it.each(['token-exchange', 'device_code'])(
      'gets a token by the grant %s, for a client that does not have it',
      async (grant) => {
        const asking = {
          grant_type: `urn:ietf:params:oauth:grant-type:${grant}`,
          device_code: 'x',
          subject_token: issued.mobile,
          subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          scope: 'users:read',
        };
        const answer = await post(running, 'token', asking, basic(server.client.clientId, server.secret));
        expect(answer).toMatchObject({
          status: 400,
          body: {
            error: 'invalid_request',
            error_description: 'requested grant type is not allowed for this client',
          },
        });
      },
    );

    it('gets a token by an approval on the phone, for a client that does not have this grant', async () => {
      const asking = {
        grant_type: 'urn:openid:params:grant-type:ciba',
        auth_req_id: 'x',
        login_hint: 'x',
        scope: 'openid',
      };
      const proof = basic(server.client.clientId, server.secret);
      for (const path of ['token', 'bc-authorize'])
        expect(await post(running, path, asking, proof)).toMatchObject({
          status: 400,
          body: { error: 'invalid_request' },
        });
    });

    it.each(['/oauth/reg', '/oauth/backchannel', '/oauth/challenge', '/oauth/session/check', '/interaction/abc'])(
      'gets a token at %s: there is no such endpoint',
      async (path) => {
        for (const method of ['GET', 'POST']) {
          const answer = await callApi(
            running,
            'auth',
            method,
            `/service/authserver${path}`,
            method === 'POST' ? {} : undefined,
          );
          expect(answer.status).toBe(404);
        }
      },
    );

    it('gets a token at /oauth/register: clients register themselves only where the operator allows it', async () => {
      const path = '/service/authserver/oauth/register';
      expect((await callApi(running, 'auth', 'POST', path, {})).status).toBe(404);
      expect((await callApi(running, 'auth', 'GET', `${path}/abc`)).status).toBe(404);
    });

    it('gets a token by a way of which the discovery document would tell', async () => {
      const { body } = await callApi(running, 'auth', 'GET', '/service/authserver/.well-known/openid-configuration');
      expect(
        Object.keys(body as object)
          .filter((name) => /_(?:endpoint|uri)$/.test(name))
          .sort(),
      ).toEqual([
        'authorization_endpoint',
        'backchannel_authentication_endpoint',
        'device_authorization_endpoint',
        'end_session_endpoint',
        'introspection_endpoint',
        'jwks_uri',
        'pushed_authorization_request_endpoint',
        'revocation_endpoint',
        'token_endpoint',
        'userinfo_endpoint',
      ]);
      expect(body).toMatchObject({
        response_types_supported: ['code'],
        response_modes_supported: ['query', 'fragment', 'form_post'],
        code_challenge_methods_supported: ['S256'],
        grant_types_supported: expect.not.arrayContaining(['implicit', 'password']),
        request_uri_parameter_supported: false,
        authorization_response_iss_parameter_supported: true,
      });
      expect(JSON.stringify(body)).not.toMatch(/"none","RS|HS256|"plain"/);
    });
  });
});
