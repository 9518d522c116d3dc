import { hash } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Client } from '../../../../src/auth/client/client.entity.js';
import { newId } from '../../../../src/shared/kernel/index.js';
import { UsersService } from '../../../../src/users/management/users.service.js';
import type { TestApplication } from '../../../support/application.js';
import { codeIn, redeem, signedIn } from '../../../support/code-flow.js';
import { Person } from '../../../support/person.js';
import { authorize, basic, encoded, post, type Pairs } from '../../../support/raw-requests.js';
import { clientWithSecret } from '../../../support/relying-party.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { application, authorizeUrl, LIVE, PASSWORD } from '../../../support/signing-in.js';

const ISSUER = 'https://auth.test/service/authserver';
const CALLBACK = 'https://app.example/callback';

let running: TestApplication;
let bank: Client;
let server: { client: Client; secret: string };

const asked = (params: Record<string, string> = {}, client = bank) =>
  Object.fromEntries(authorizeUrl(running, client, params).searchParams);
const without = (name: string, pairs: Record<string, string>) =>
  Object.fromEntries(Object.entries(pairs).filter(([other]) => other !== name));
const ofServer = () => basic(server.client.clientId, server.secret);

/**
 * What the application is told, at its own address, and in our name: no other server's answer passes for ours. Where it
 * asked for what comes in the fragment, it looks for an error there, too.
 */
async function told(pairs: Pairs): Promise<Record<string, string>> {
  const { status, location } = await authorize(running, pairs);
  expect(status).toBe(303);
  expect(location?.origin).toBe('https://app.example');
  const answer = Object.fromEntries(new URLSearchParams(location?.hash.slice(1) || location?.search));
  expect(answer).toMatchObject({ iss: ISSUER });
  return answer;
}

const claimsIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...claimsIn(token), sub: 'somebody else' })).toString('base64url');
  return [header, payload, signature].join('.');
}

describe('Requests', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    bank = await application(running);
    server = await clientWithSecret(running, {
      scopes: ['users:read', 'openid', 'profile'],
      grantTypes: ['client_credentials', 'authorization_code'],
      redirectUris: [CALLBACK],
    });
  });

  describe('An authorization request that is wrong', () => {
    it.each<[string, Record<string, string>, string]>([
      ['with the challenge in plain (PKCE downgrade)', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['with a method that there is not', { code_challenge_method: 'S512' }, 'invalid_request'],
      ['with a challenge that is too short', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
      ['with a challenge that is too long', { code_challenge: 'x'.repeat(129) }, 'invalid_request'],
      ['with a challenge that can be none', { code_challenge: `${'x'.repeat(42)}+` }, 'invalid_request'],
      ['for an ID token', { response_type: 'id_token', nonce: 'n' }, 'unsupported_response_type'],
      ['for a token (implicit)', { response_type: 'token' }, 'unsupported_response_type'],
      ['for a code and more (hybrid)', { response_type: 'code id_token', nonce: 'n' }, 'unsupported_response_type'],
      ['for nothing', { response_type: 'none' }, 'unsupported_response_type'],
      ['for an answer to a window', { response_mode: 'web_message' }, 'unsupported_response_mode'],
      ['for a signed answer', { response_mode: 'jwt' }, 'unsupported_response_mode'],
      ['with a request object', { request: 'e30.e30.' }, 'request_not_supported'],
      ['with a request object elsewhere', { request_uri: 'https://evil.example/request' }, 'request_uri_not_supported'],
      [
        'with a registration',
        { registration: '{"redirect_uris":["https://evil.example"]}' },
        'registration_not_supported',
      ],
      ['with prompt=none and another', { prompt: 'none login' }, 'invalid_request'],
      ['with a prompt that there is not', { prompt: 'everything' }, 'invalid_request'],
      ['with an age that is none', { max_age: '-1' }, 'invalid_request'],
      ['with the scopes of servers', { scope: 'openid users:write' }, 'invalid_scope'],
      ['with all scopes of servers', { scope: 'openid all' }, 'invalid_scope'],
      ['with scopes that there are not', { scope: 'admin everything' }, 'invalid_scope'],
      ['with an empty scope', { scope: '' }, 'invalid_scope'],
      ['with a scope that is blank', { scope: ' ', nonce: 'n' }, 'invalid_scope'],
      ['with a surface that users have no tokens for', { resource: 'https://management.test' }, 'invalid_scope'],
      ['with a surface that is not ours', { resource: 'https://evil.example' }, 'invalid_target'],
      ['with a hint that is no token', { id_token_hint: 'abc' }, 'invalid_request'],
      ['where nobody is signed in and nobody may be asked', { prompt: 'none' }, 'login_required'],
    ])('is refused %s', async (_what, changes, error) => {
      expect(await told(asked(changes))).toMatchObject({ error, state: 'xyz' });
    });

    it.each([
      ['without a challenge, of a public client', 'code_challenge'],
      ['with a challenge that does not say how it was made', 'code_challenge_method'],
      ['without a response type', 'response_type'],
    ])('is refused %s', async (_what, name) => {
      expect(await told(without(name, asked()))).toMatchObject({ error: 'invalid_request' });
    });

    it.each<[string, Record<string, string>]>([
      ['', {}],
      [', though other parameters need one', { nonce: 'n', max_age: '60', acr_values: 'x' }],
    ])('is refused without a scope, before any page%s', async (_what, changes) => {
      expect(await told(without('scope', asked(changes)))).toMatchObject({ error: 'invalid_scope', state: 'xyz' });
    });

    it('is refused with a method and no challenge, also of a client that authenticates', async () => {
      const pairs = without('code_challenge', asked({}, server.client));
      expect(await told(pairs)).toMatchObject({ error: 'invalid_request' });
    });

    it.each(['response_type', 'scope', 'state', 'code_challenge', 'code_challenge_method', 'nonce', 'prompt'])(
      'is refused with %s said twice',
      async (name) => {
        const pairs = asked({ nonce: 'n', prompt: 'login' });
        const { error, error_description: why } = await told([...Object.entries(pairs), [name, pairs[name] ?? '']]);
        expect([error, why]).toEqual(['invalid_request', expect.stringContaining('twice')]);
      },
    );

    it.each(['client_id', 'redirect_uri'])('is refused here, and not by redirect, with %s said twice', async (name) => {
      const pairs = asked();
      const answer = await authorize(running, [...Object.entries(pairs), [name, pairs[name] ?? '']]);
      expect(answer).toMatchObject({ status: 400, location: undefined, body: { error: 'invalid_request' } });
    });

    it.each(['state', 'nonce', 'login_hint', 'ui_locales', 'acr_values', 'claims_locales', 'display'])(
      'is refused with a %s that is longer than any, or holds what is no text',
      async (name) => {
        const values = ['x'.repeat(9_000), 'a\0b', 'a\r\nSet-Cookie: a=b', '\u007f'];
        for (const value of values) {
          const { error, error_description: why } = await told(asked({ [name]: value }));
          expect([error, why]).toEqual([
            'invalid_request',
            expect.stringMatching(`^${name} (?:is longer|contains control)`),
          ]);
        }
      },
    );

    it('is refused with the name of a client that can be none', async () => {
      for (const client_id of ['a\0b', 'x'.repeat(5_000), "' OR 1=1 --", 'ä', '__proto__', 'constructor']) {
        const answer = await authorize(running, asked({ client_id }));
        expect(answer).toMatchObject({ status: 400, location: undefined, body: { error: 'invalid_client' } });
      }
    });
  });

  describe('An authorization request', () => {
    it('may name scopes that nobody knows beside those that it gets', async () => {
      const { back } = await signedIn(running, bank, 'odd-scopes', { scope: 'address openid admin profile' });
      const { body } = await redeem(running, bank, codeIn(back));
      expect(body).toMatchObject({ scope: 'openid profile', id_token: expect.any(String) });
    });

    it('may ask for the choice of an account: whoever is signed in signs in again', async () => {
      const { person } = await signedIn(running, bank, 'chooses', {});
      const page = await person.open(authorizeUrl(running, bank, { prompt: 'select_account' }));
      expect(page.html).toContain('name="password"');
      const back = await person.send(page, '/login', { login: 'chooses', password: PASSWORD });
      expect(back.left?.searchParams.has('code')).toBe(true);
      const silent = await authorize(running, asked({ prompt: 'none select_account' }));
      expect(silent.location?.searchParams.get('error')).toBe('invalid_request');
    });

    it('may ask for its answer in a form, which sends itself where it has to go and nowhere else', async () => {
      const { person, back } = await signedIn(running, bank, 'by-form', { response_mode: 'form_post' });
      for (const page of [back, await person.open(authorizeUrl(running, bank, { response_mode: 'form_post' }))]) {
        expect(page).toMatchObject({ status: 200, left: undefined });
        const [form] = page.forms;
        expect(form).toMatchObject({ action: CALLBACK, fields: { state: 'xyz', iss: ISSUER } });
        const policy = page.headers.get('content-security-policy') ?? '';
        expect(policy).toContain('form-action https://app.example');
        const script = /<script>([\s\S]*?)<\/script>/.exec(page.html)?.[1] ?? '';
        expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}'`);
        expect((await redeem(running, bank, form?.fields['code'] ?? '')).status).toBe(200);
      }
      const refused = await authorize(running, asked({ response_mode: 'form_post', prompt: 'none' }), 'text/html');
      expect(refused.body).toContain('value="login_required"');
      expect(refused.headers.get('content-security-policy')).toContain('form-action https://app.example');
      const foreign = asked({ response_mode: 'form_post', redirect_uri: 'https://evil.example/' });
      expect((await authorize(running, foreign, 'text/html')).body).not.toContain('evil.example');
    });
  });

  describe('What an application sent with its request', () => {
    it('comes back as it was, whatever it holds, and into no header', async () => {
      const { back } = await signedIn(running, bank, 'echo', { state: 'ü & <b>"%0d%0aX-Evil: 1' });
      expect(back.left?.searchParams.get('state')).toBe('ü & <b>"%0d%0aX-Evil: 1');
      expect(back.headers.get('x-evil')).toBeNull();
    });

    it('is not lost when it is as long as it may be', async () => {
      const state = 'x'.repeat(4_096);
      expect(await told(asked({ state, prompt: 'none' }))).toMatchObject({ error: 'login_required', state });
    });
  });

  describe('A hint at who is meant', () => {
    const hintOf = async (userId: string) => {
      const user = await signedIn(running, bank, userId);
      const { body } = await redeem(running, bank, codeIn(user.back));
      return { ...user, idToken: body.id_token as string };
    };
    const silently = (person: Person, id_token_hint: string) =>
      person.open(authorizeUrl(running, bank, { prompt: 'none', id_token_hint }));

    it('lets nobody in for whom it is not meant', async () => {
      const [one, other] = [await hintOf('hint-one'), await hintOf('hint-other')];
      const answer = await silently(one.person, other.idToken);
      expect(answer.left?.searchParams.get('error')).toBe('login_required');
      expect((await silently(one.person, one.idToken)).left?.searchParams.has('code')).toBe(true);
    });

    it.each<[string, (idToken: string) => string | Promise<string>]>([
      ['that nobody has signed', (token) => new UnsecuredJWT(claimsIn(token)).encode()],
      ['whose signature was cut off', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
      ['that was tampered with', (token) => tampered(token)],
      [
        'signed by a secret',
        (token) => new SignJWT(claimsIn(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.alloc(32)),
      ],
    ])('is refused %s', async (_what, forge) => {
      const { person, idToken } = await hintOf(`hint-${Math.random().toString(36).slice(2)}`);
      const answer = await silently(person, await forge(idToken));
      expect(answer.left?.searchParams.get('error')).toBe('invalid_request');
      const out = encoded({ id_token_hint: await forge(idToken), post_logout_redirect_uri: 'https://app.example/bye' });
      expect(await person.open(`/service/authserver/oauth/logout?${out.toString()}`)).toMatchObject({ status: 400 });
    });
  });

  describe('An application that may not ask (prompt=none)', () => {
    const silently = async (person: Person, client: Client, params = {}) =>
      (await person.open(authorizeUrl(running, client, { prompt: 'none', ...params }))).left?.searchParams;

    it.each<[string, string, (user: { person: Person; userId: string }) => Promise<URLSearchParams | undefined>]>([
      ['sign in', 'login_required', () => silently(new Person(running), bank)],
      ['sign in again', 'login_required', ({ person }) => silently(person, bank, { max_age: '0' })],
      [
        'agree',
        'consent_required',
        async ({ person }) => silently(person, await application(running, { firstParty: false })),
      ],
      [
        'say that it is this app',
        'interaction_required',
        async ({ person }) =>
          silently(person, await application(running, { firstParty: false, applicationType: 'native' })),
      ],
      [
        'be another',
        'login_required',
        async ({ person }) => silently(person, await application(running, { test: true })),
      ],
      [
        'be unblocked',
        'login_required',
        async ({ person, userId }) => {
          await running.app.get(UsersService).changeStatus(LIVE, userId, 'BLOCKED');
          return silently(person, bank);
        },
      ],
    ])('learns that its user would have to %s: %s', async (_what, error, ask) => {
      const userId = `silent-${newId()}`;
      const { person } = await signedIn(running, bank, userId);
      const answer = Object.fromEntries((await ask({ person, userId })) ?? []);
      expect(answer).toMatchObject({ error, state: 'xyz', iss: ISSUER });
      expect(answer).not.toHaveProperty('code');
    });
  });

  describe('A pushed request', () => {
    const pushed = async (by = server) => {
      const pairs = { ...asked({}, server.client), client_id: by.client.clientId };
      const { body } = await post(running, 'par', pairs, basic(by.client.clientId, by.secret));
      return body.request_uri as string;
    };

    it('is good for the client that has pushed it, and for no other', async () => {
      const request_uri = await pushed();
      const answer = await authorize(running, { client_id: bank.clientId, request_uri });
      expect(answer).toMatchObject({ status: 400, location: undefined });
    });

    it('is good once', async () => {
      const userId = 'pushed-once';
      const { person } = await signedIn(running, bank, userId);
      const request_uri = await pushed();
      const url = `/service/authserver/oauth/authorize?${encoded({ client_id: server.client.clientId, request_uri }).toString()}`;
      const first = await person.open(url);
      expect(first.status).toBeLessThan(400);
      await person.send(first, '/consent', { consent: 'allow' });
      expect(await new Person(running).open(url)).toMatchObject({ status: 400, left: undefined });
    });

    it('counts as a whole: what the address says besides is nothing', async () => {
      const request_uri = await pushed();
      const besides = {
        client_id: server.client.clientId,
        request_uri,
        redirect_uri: 'https://evil.example/',
        prompt: 'none',
      };
      const answer = await authorize(running, besides);
      expect(answer.location?.origin ?? 'https://auth.test').toBe('https://auth.test');
    });

    it('that there is not is refused', async () => {
      for (const id of ['x', 'x'.repeat(43), 'a\0b']) {
        const request_uri = `urn:ietf:params:oauth:request_uri:${id}`;
        const answer = await authorize(running, { client_id: server.client.clientId, request_uri });
        expect(answer).toMatchObject({ status: 400, location: undefined });
      }
    });

    it.each<[string, Record<string, string>]>([
      ['a request object', { request: 'e30.e30.' }],
      ['another pushed request', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }],
      ['a state that is too long', { state: 'x'.repeat(4_097) }],
      ['a state that is no text', { state: 'a\0b' }],
      ['a plain challenge', { code_challenge_method: 'plain' }],
      ['no challenge but a method', { code_challenge: '' }],
    ])('is refused with %s', async (_what, changes) => {
      const answer = await post(running, 'par', asked(changes, server.client), ofServer());
      expect(answer).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^(?:invalid_request|request)/) },
      });
    });

    it('is refused when it is of somebody else', async () => {
      const answer = await post(running, 'par', asked({}, bank), ofServer());
      expect(answer.status).toBeGreaterThanOrEqual(400);
    });
  });

  describe('A request of a server that is wrong', () => {
    const ENDPOINTS = ['token', 'par', 'introspect', 'revoke'] as const;
    const good: Readonly<Record<(typeof ENDPOINTS)[number], () => Record<string, string>>> = {
      token: () => ({ grant_type: 'client_credentials', scope: 'users:read' }),
      par: () => asked({}, server.client),
      introspect: () => ({ token: 'abc' }),
      revoke: () => ({ token: 'abc' }),
    };

    it.each(ENDPOINTS)('is refused at %s with any parameter said twice', async (endpoint) => {
      const pairs = good[endpoint]();
      expect((await post(running, endpoint, pairs, ofServer())).status).toBeLessThan(300);
      for (const [name, value] of Object.entries(pairs)) {
        const answer = await post(running, endpoint, [...Object.entries(pairs), [name, value]], ofServer());
        expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      }
    });

    it.each(ENDPOINTS)('is refused at %s when it is not a form', async (endpoint) => {
      const pairs = good[endpoint]();
      const bodies = [
        ['application/json', JSON.stringify(pairs)],
        ['text/plain', encoded(pairs).toString()],
        ['multipart/form-data; boundary=x', '--x--'],
      ] as const;
      for (const [type, body] of bodies) {
        const answer = await post(running, endpoint, body, { ...ofServer(), 'content-type': type });
        expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      }
    });

    it.each(ENDPOINTS)('is refused at %s when it is in the query', async (endpoint) => {
      const query = encoded(good[endpoint]()).toString();
      const answer = await post(running, `${endpoint}?${query}`, {}, ofServer());
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it.each(ENDPOINTS)('is refused at %s when its secret is in the query', async (endpoint) => {
      const { clientId: client_id } = server.client;
      const query = encoded({ client_id, client_secret: server.secret }).toString();
      const answer = await post(running, `${endpoint}?${query}`, good[endpoint]());
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body)).not.toContain(server.secret);
    });

    it.each(ENDPOINTS)('is refused at %s by GET', async (endpoint) => {
      const response = await fetch(running.url('auth', `/service/authserver/oauth/${endpoint}`), {
        headers: ofServer(),
      });
      expect([404, 405]).toContain(response.status);
    });

    it.each(ENDPOINTS)('is refused at %s with two ways to authenticate', async (endpoint) => {
      const pairs = { ...good[endpoint](), client_id: server.client.clientId, client_secret: server.secret };
      const answer = await post(running, endpoint, pairs, ofServer());
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it.each(ENDPOINTS)('is refused at %s in the name of another client', async (endpoint) => {
      const answer = await post(running, endpoint, { ...good[endpoint](), client_id: bank.clientId }, ofServer());
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it.each([
      ['a secret that is empty', { authorization: `Basic ${Buffer.from('id:').toString('base64')}` }],
      ['a secret that is no text', { authorization: `Basic ${Buffer.from('id:%00').toString('base64')}` }],
      ['half a secret', { authorization: `Basic ${Buffer.from('id').toString('base64')}` }],
      ['what is no Base64', { authorization: 'Basic ???' }],
      ['a token', { authorization: 'Bearer abc' }],
      ['a name that can be none', { authorization: `Basic ${Buffer.from('a%00b:secret').toString('base64')}` }],
    ])('is refused with %s', async (_what, headers) => {
      const answer = await post(running, 'token', good.token(), headers);
      expect([400, 401]).toContain(answer.status);
    });

    it.each(ENDPOINTS)('is refused at %s as not authenticated when its secret is empty', async (endpoint) => {
      const answer = await post(running, endpoint, good[endpoint](), basic(server.client.clientId, ''));
      expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect(answer.headers.get('www-authenticate')).toContain('Basic');
    });

    it('is refused with a body that is longer than any', async () => {
      const answer = await post(running, 'token', { ...good.token(), scope: 'x'.repeat(60_000) }, ofServer());
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });

    it('is refused to a public client for itself', async () => {
      const answer = await post(running, 'token', { ...good.token(), client_id: bank.clientId });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });
  });

  describe('A client without a secret that sends an empty one', () => {
    const forms: readonly (readonly [string, () => Record<string, string>, number])[] = [
      ['token', () => ({ grant_type: 'authorization_code', code: 'x', redirect_uri: CALLBACK }), 400],
      ['par', () => without('client_id', asked()), 201],
      ['introspect', () => ({ token: 'abc' }), 200],
      ['revoke', () => ({ token: 'abc' }), 200],
    ];

    it.each(forms)('is known by its name at %s', async (endpoint, form, status) => {
      for (const more of [{}, { client_id: bank.clientId }] as Record<string, string>[]) {
        const answer = await post(running, endpoint, { ...form(), ...more }, basic(bank.clientId, ''));
        expect(answer.status).toBe(status);
        expect(answer.body).not.toMatchObject({ error: 'invalid_client' });
      }
    });

    it.each(forms)('is refused at %s where the form names another, or is too long, or none', async (endpoint, form) => {
      const named = basic(bank.clientId, '');
      const spoilt: Record<string, string>[] = [{ client_id: server.client.clientId }, { state: 'x'.repeat(60_000) }];
      for (const more of spoilt) {
        expect((await post(running, endpoint, { ...form(), ...more }, named)).status).toBeGreaterThanOrEqual(400);
      }
      const json = { ...named, 'content-type': 'application/json' };
      expect((await post(running, endpoint, JSON.stringify(form()), json)).status).toBe(401);
    });
  });
});
