import type { Client } from '../../../../src/auth/client/client.entity.js';
import { Database } from '../../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { signedIn } from '../../../support/code-flow.js';
import { Person } from '../../../support/person.js';
import { authorize, basic, encoded, post } from '../../../support/raw-requests.js';
import { clientWithSecret } from '../../../support/relying-party.js';
import { application, authorizeUrl, MANY_LOGINS } from '../../../support/signing-in.js';

const OAUTH = '/service/authserver/oauth';
const SESSION = '__Host-cs-auth-session';

let running: TestApplication;
let bank: Client;

const rows = async (model: string): Promise<number> => {
  const sql = 'SELECT FROM auth.engine_record WHERE model = $1';
  return (await running.app.get(Database).rows(sql, [model])).length;
};
const asked = (params: Record<string, string> = {}) =>
  Object.fromEntries(authorizeUrl(running, bank, params).searchParams);

describe('Strangers', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
    bank = await application(running);
  });
  afterAll(() => running.close());

  describe('A stranger', () => {
    it.each([undefined, 'planted'])('stores nothing by signing out (session: %s)', async (session) => {
      const person = new Person(running);
      if (session !== undefined) person.cookies.push({ name: SESSION, value: session, path: '/' });
      const before = await rows('Session');
      const params = { client_id: bank.clientId, post_logout_redirect_uri: 'https://app.example/bye', state: 'abc' };
      const out = await person.open(`${OAUTH}/logout?${encoded(params).toString()}`);
      expect(out.left?.href).toBe('https://app.example/bye?state=abc');
      expect(await rows('Session')).toBe(before);
    });

    it('stores nothing beside the request itself when a sign-in begins with a session that nobody made', async () => {
      const person = new Person(running);
      person.cookies.push({ name: SESSION, value: 'planted', path: '/' });
      const before = [await rows('Session'), await rows('Interaction')] as const;
      expect((await person.open(authorizeUrl(running, bank))).html).toContain('name="password"');
      expect([await rows('Session'), await rows('Interaction')]).toEqual([before[0], before[1] + 1]);
    });

    it.each(['state', 'post_logout_redirect_uri', 'ui_locales', 'logout_hint', 'id_token_hint', 'client_id'])(
      'stores nothing that is longer than any: %s of a request to sign out',
      async (name) => {
        const out = await new Person(running).open(`${OAUTH}/logout?${name}=${'x'.repeat(12_000)}`);
        expect(out).toMatchObject({ status: 400, left: undefined });
        expect(out.html).toContain(`${name} is longer than`);
      },
    );

    it('stores nothing by an authorization request that is long as a whole', async () => {
      const long = { state: 'x'.repeat(4_000), nonce: 'x'.repeat(1_000), login_hint: 'x'.repeat(1_000) };
      const longer = {
        ...long,
        acr_values: 'x'.repeat(1_000),
        ui_locales: 'x'.repeat(1_000),
        display: 'x'.repeat(1_000),
      };
      const answer = await authorize(running, asked(longer));
      expect(answer.location?.searchParams.get('error')).toBe('invalid_request');
    });
  });

  describe('Text that holds a zero', () => {
    it.each(['state', 'post_logout_redirect_uri', 'client_id', 'ui_locales', 'id_token_hint', 'logout_hint'])(
      'is refused, and breaks nothing, as %s of a request to sign out, whoever sends it',
      async (name) => {
        const { person } = await signedIn(running, bank, `zero-out-${name}`);
        for (const somebody of [person, new Person(running)]) {
          const out = await somebody.open(`${OAUTH}/logout?${name}=a%00b`);
          expect(out).toMatchObject({ status: 400, left: undefined });
        }
      },
    );

    it.each(['authorize', 'authorize/abc', 'logout', 'logout/success', 'userinfo', 'jwks'])(
      'is refused, and breaks nothing, as client_id of %s, with a session',
      async (path) => {
        const { person } = await signedIn(running, bank, `zero-${path.replace('/', '-')}`);
        const answer = await person.open(`${OAUTH}/${path}?client_id=%00`);
        expect(answer.status).toBeLessThan(500);
      },
    );

    it('is refused, and breaks nothing, in any cookie', async () => {
      for (const name of [SESSION, '__Secure-cs-auth-interaction', '__Secure-cs-auth-resume']) {
        const person = new Person(running);
        person.cookies.push({ name, value: '%00', path: '/' });
        for (const path of [`${OAUTH}/authorize/abc`, `${OAUTH}/logout`, '/service/interaction/abc']) {
          expect((await person.open(path)).status).toBeLessThan(500);
        }
        expect((await person.open(authorizeUrl(running, bank))).status).toBeLessThan(500);
      }
    });

    it('is refused, and breaks nothing, in any field of a form, and in the credentials of a client', async () => {
      const { client, secret } = await clientWithSecret(running, {
        scopes: ['users:read', 'openid'],
        grantTypes: ['client_credentials', 'authorization_code', 'refresh_token'],
        redirectUris: ['https://app.example/callback'],
      });
      const fields = [
        ...['grant_type', 'scope', 'resource', 'code', 'redirect_uri', 'code_verifier', 'refresh_token'],
        ...['token', 'token_type_hint', 'client_assertion', 'client_assertion_type', 'request_uri', 'state', 'xsrf'],
      ];
      const good = { grant_type: 'client_credentials', scope: 'users:read', token: 'x' };
      for (const endpoint of ['token', 'introspect', 'revoke', 'par', 'userinfo', 'logout', 'logout/confirm']) {
        for (const grant of ['client_credentials', 'authorization_code', 'refresh_token']) {
          const every = {
            ...good,
            code: 'x',
            refresh_token: 'x',
            grant_type: grant,
            redirect_uri: 'https://app.example/callback',
          };
          for (const name of fields) {
            const answer = await post(running, endpoint, { ...every, [name]: 'a\0b' }, basic(client.clientId, secret));
            expect([endpoint, name, answer.status]).toEqual([endpoint, name, expect.any(Number)]);
            expect(answer.status).toBeLessThan(500);
          }
        }
        for (const [id, word] of [
          ['a\0b', secret],
          [client.clientId, 'a\0b'],
        ] as const) {
          expect((await post(running, endpoint, good, basic(id, word))).status).toBeLessThan(500);
        }
      }
    });
  });

  describe('From one address', () => {
    let usual: [TestApplication, Client];
    beforeAll(async () => {
      usual = [running, bank];
      running = await startTestApplication({ env: { ...MANY_LOGINS, AUTHORIZATION_ADDRESS_BURST: '10' } });
      bank = await application(running);
    });
    afterAll(async () => {
      await running.close();
      [running, bank] = usual;
    });

    it('only so many sign-ins begin, and those who are signed in go on', async () => {
      const { person } = await signedIn(running, bank, 'goes-on');
      const begin = async () => (await authorize(running, asked())).location?.searchParams.get('error');
      const answers: unknown[] = [];
      while (!answers.includes('temporarily_unavailable') && answers.length < 60) answers.push(await begin());
      expect(answers.at(-1)).toBe('temporarily_unavailable');
      const before = await rows('Interaction');
      expect(await begin()).toBe('temporarily_unavailable');
      expect(await rows('Interaction')).toBe(before);
      expect((await person.open(authorizeUrl(running, bank))).left?.searchParams.has('code')).toBe(true);
    });
  });
});
