import { randomUUID } from 'node:crypto';
import type { Client } from '../../../src/auth/entities/client.entity.js';
import { UserDirectory } from '../../../src/users/contract.js';
import { UsersService } from '../../../src/users/services/users.service.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { meetAtLock } from '../../support/held-locks.js';
import { Person, type Seen } from '../../support/person.js';
import {
  active,
  application,
  authorizeUrl,
  CODE,
  enrolled,
  LIVE,
  PASSWORD,
  VERIFIER,
} from '../../support/signing-in.js';

let running: TestApplication;
let portal: Client;
beforeAll(async () => {
  running = await startTestApplication({
    env: { PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1', LOGIN_ADDRESS_BURST: '1000' },
  });
  portal = await application(running);
});
afterAll(() => running.close());

const newcomer = () => new Person(running);
const someId = (): string => `u-${randomUUID().slice(0, 8)}`;
const loginPage = (person: Person, client = portal, params = {}): Promise<Seen> =>
  person.open(authorizeUrl(running, client, params));
const signIn = async (person: Person, login: string, password: string, page?: Seen): Promise<Seen> =>
  person.send(page ?? (await loginPage(person)), '/login', { login, password });

const tokensFor = async ({ left }: Seen, client = portal): Promise<{ id_token: string; refresh_token?: string }> => {
  const answer = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client.clientId,
      code: left?.searchParams.get('code') ?? '',
      redirect_uri: client.redirectUris[0] ?? '',
      code_verifier: VERIFIER,
    }),
  });
  return answer.json() as never;
};

/** What a page says, without what differs by design: ids, tokens and what was typed. */
const said = ({ html }: Seen): string =>
  html
    .replace(/\/service\/interaction\/[\w-]+/g, '')
    .replace(/name="csrf" value="[^"]*"/g, '')
    .replace(/(name="(?:login|activation_code)"[^>]*?) value="[^"]*"/g, '$1');

const statusOf = async (userId: string) => (await running.app.get(UserDirectory).findByLogin(LIVE, userId))?.status;

describe('Signing in', () => {
  it('leads from the application to the form and back with a code that yields tokens', async () => {
    const userId = someId();
    const sub = await active(running, userId, { firstName: 'Nadia' });
    const back = await signIn(newcomer(), userId, PASSWORD);
    expect(back.status).toBe(303);
    expect(back.left?.origin).toBe('https://app.example');
    expect(back.left?.searchParams.get('state')).toBe('xyz');
    expect(back.left?.searchParams.get('iss')).toBe('https://auth.test/service/authserver');
    const tokens = await tokensFor(back);
    const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub, given_name: 'Nadia' });
  });

  it('is not asked for again while the session lasts', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    const again = await loginPage(person);
    expect(again.left?.searchParams.has('code')).toBe(true);
  });

  it('is asked for by prompt=login, and another user may come then', async () => {
    const [one, other, person] = [someId(), someId(), newcomer()];
    await active(running, one);
    await active(running, other);
    await signIn(person, one, PASSWORD);
    const page = await loginPage(person, portal, { prompt: 'login' });
    const back = await signIn(person, other, PASSWORD, page);
    expect(back.left?.searchParams.has('code')).toBe(true);
  });

  it('is asked for again of a user who has been paused', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    await running.app.get(UsersService).changeStatus(LIVE, userId, 'PAUSED');
    const page = await loginPage(person);
    expect(page.left).toBeUndefined();
    expect(page.html).toContain('name="password"');
    expect((await signIn(person, userId, PASSWORD, page)).status).toBe(403);
  });

  it('takes nobody into another enterprise, nor from live to test', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const testClient = await application(running, { test: true } as never);
    await signIn(person, userId, PASSWORD);
    const page = await loginPage(person, testClient);
    expect(page.html).toContain('name="password"');
    expect((await signIn(person, userId, PASSWORD, page)).status).toBe(403);
  });

  it('can be given up: the application learns of it', async () => {
    const person = newcomer();
    const back = await person.send(await loginPage(person), '/cancel');
    expect(back.left?.searchParams.get('error')).toBe('access_denied');
  });

  it('knows the user by the login id and by the user id, with the hint of the application filled in', async () => {
    const [userId, loginId, person] = [someId(), someId(), newcomer()];
    await active(running, userId, { loginId });
    const page = await loginPage(person, portal, { login_hint: `${loginId}"><b>` });
    expect(page.html).toContain(`value="${loginId}&#34;&#62;&#60;b&#62;"`);
    expect((await signIn(person, loginId, PASSWORD, page)).left).toBeDefined();
  });
});

describe('A failed sign-in', () => {
  it('reads the same for a wrong password, an unknown user, a user without password and one who is blocked', async () => {
    const [known, fresh, blocked] = [someId(), someId(), someId()];
    await active(running, known);
    await enrolled(running, fresh);
    await active(running, blocked);
    await running.app.get(UsersService).changeStatus(LIVE, blocked, 'BLOCKED');
    const answers = [
      await signIn(newcomer(), known, 'not the password at all'),
      await signIn(newcomer(), someId(), PASSWORD),
      await signIn(newcomer(), fresh, PASSWORD),
      await signIn(newcomer(), blocked, PASSWORD),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(new Set(answers.map(said)).size).toBe(1);
    expect(answers[0]?.html).toContain('role="alert"');
  });

  it('delays the next try from browsers that the user has never used, and nobody else', async () => {
    const [userId, known, stranger] = [someId(), newcomer(), newcomer()];
    await active(running, userId);
    await signIn(known, userId, PASSWORD);
    for (let i = 0; i < 7; i++) await signIn(newcomer(), userId, 'wrong wrong wrong');
    expect((await signIn(stranger, userId, PASSWORD)).status).toBe(403);
    const page = await loginPage(known, portal, { prompt: 'login' });
    expect((await signIn(known, userId, PASSWORD, page)).left).toBeDefined();
    expect(await statusOf(userId)).toBe('ACTIVE');
  });

  it('blocks at the fifth from a browser that the user has used, and reads the same until the end', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    const page = await loginPage(person, portal, { prompt: 'login' });
    const answers: Seen[] = [];
    for (let i = 0; i < 4; i++) answers.push(await signIn(person, userId, 'wrong wrong wrong', page));
    expect(await statusOf(userId)).toBe('ACTIVE');
    answers.push(await signIn(person, userId, 'wrong wrong wrong', page));
    expect(await statusOf(userId)).toBe('BLOCKED');
    answers.push(await signIn(newcomer(), userId, PASSWORD));
    expect(new Set(answers.map(said)).size).toBe(1);
  });

  it('counts from zero again after a success', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    for (let round = 0; round < 2; round++) {
      const page = await loginPage(person, portal, { prompt: 'login' });
      for (let i = 0; i < 4; i++) await signIn(person, userId, 'wrong wrong wrong', page);
      expect((await signIn(person, userId, PASSWORD, page)).left).toBeDefined();
    }
    expect(await statusOf(userId)).toBe('ACTIVE');
  });

  it('is counted once for each, however many come at once', async () => {
    const [userId, person] = [someId(), newcomer()];
    const sub = await active(running, userId);
    await signIn(person, userId, PASSWORD);
    const page = await loginPage(person, portal, { prompt: 'login' });
    await signIn(person, userId, 'wrong wrong wrong', page);
    await meetAtLock(
      running.database,
      'SELECT 1 FROM auth.login_tries WHERE subject = $1 FOR UPDATE',
      [sub],
      Array.from({ length: 6 }, () => () => signIn(person, userId, 'wrong wrong wrong', page)),
    );
    const db = await running.database.connect();
    const { rows } = await db.query(`SELECT tries FROM auth.login_tries WHERE subject = $1 AND browser = 'known'`, [
      sub,
    ]);
    await db.end();
    expect(rows).toEqual([{ tries: 5 + 1 }]); // one more, since the block is done
    expect(await statusOf(userId)).toBe('BLOCKED');
  });
});

describe('The forms', () => {
  it.each([
    ['no token', { csrf: '' }, {}],
    ['the token of another interaction', { csrf: 'other' }, {}],
    ['another origin', {}, { origin: 'https://evil.example' }],
    ['another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', {}, { 'sec-fetch-site': 'same-site' }],
  ])('are refused with %s', async (_what, fields: Record<string, string>, headers: Record<string, string>) => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const other = (await loginPage(newcomer())).forms[0]?.fields['csrf'] ?? '';
    const changed = fields['csrf'] === 'other' ? { csrf: other } : fields;
    const page = await loginPage(person);
    const answer = await person.send(page, '/login', { login: userId, password: PASSWORD, ...changed }, headers);
    expect(answer.status).toBe(403);
    expect(answer.left).toBeUndefined();
    expect(answer.html).toContain('did not come from this page');
  });

  it('are refused without the cookie of their interaction', async () => {
    const person = newcomer();
    const page = await loginPage(person);
    const stranger = newcomer();
    const answer = await stranger.send(page, '/login', { login: 'x', password: 'y' });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('This page has expired');
  });

  it.each([
    ['larger than any of ours', 413, 'application/x-www-form-urlencoded', `login=${'x'.repeat(100_000)}`],
    ['with more fields than any of ours', 413, 'application/x-www-form-urlencoded', 'a=b&'.repeat(100)],
    ['that is none', 403, 'text/plain', 'login=x'],
    ['in JSON', 403, 'application/json', '{"login":"x","csrf":{"$ne":""}}'],
  ])('refuse a body %s: %i', async (_what, status, type, body) => {
    const person = newcomer();
    const page = await loginPage(person);
    const url = new URL(page.forms[0]?.action ?? '', page.url);
    const headers = { 'content-type': type };
    expect((await person.go(url, { method: 'POST', body, headers })).status).toBe(status);
  });

  it('take a field that comes twice for none', async () => {
    const person = newcomer();
    const page = await loginPage(person);
    const fields = Object.entries({ ...page.forms[0]?.fields, password: 'x' });
    const body = new URLSearchParams([...fields, ['csrf', page.forms[0]?.fields['csrf'] ?? '']]);
    const url = new URL(page.forms[0]?.action ?? '', page.url);
    expect((await person.go(url, { method: 'POST', body })).status).toBe(403);
  });

  it('cannot be framed, run no foreign script, and may end only at the application', async () => {
    const { headers } = await loginPage(newcomer());
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "form-action 'self' https://app.example",
      ]),
    );
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('set cookies that only this host, only TLS and no script can read', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const page = await loginPage(person);
    expect(person.cookies.map(({ name }) => name).sort()).toEqual([
      '__Secure-cs-auth-interaction',
      '__Secure-cs-auth-resume',
    ]);
    await signIn(person, userId, PASSWORD, page);
    expect(person.cookies.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['__Host-cs-auth-known', '__Host-cs-auth-session']),
    );
  });
});

describe('Activation', () => {
  const activate = async (person: Person, login: string, code: string, password: string): Promise<Seen> => {
    const form = await person.follow(await loginPage(person), '/activate');
    return person.send(form, '/activate', { login, activation_code: code, new_password: password });
  };

  it('makes a password by the code and signs in with it', async () => {
    const userId = someId();
    await enrolled(running, userId);
    expect((await activate(newcomer(), userId, CODE, PASSWORD)).left?.searchParams.has('code')).toBe(true);
    expect(await statusOf(userId)).toBe('ACTIVE');
    expect((await signIn(newcomer(), userId, PASSWORD)).left).toBeDefined();
  });

  it('is mended by repeating the form after a crash between the user and the password', async () => {
    const userId = someId();
    const { user } = await enrolled(running, userId);
    const db = await running.database.connect();
    await db.query(`ALTER TABLE auth.password ADD CONSTRAINT crash CHECK (sub <> '${user.sub}')`);
    expect((await activate(newcomer(), userId, CODE, PASSWORD)).status).toBe(500);
    expect(await statusOf(userId)).toBe('ACTIVE');
    await db.query('ALTER TABLE auth.password DROP CONSTRAINT crash');
    await db.end();
    expect((await activate(newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
    expect((await signIn(newcomer(), userId, PASSWORD)).left).toBeDefined();
  });

  it('sets no other password by a code that has been used', async () => {
    const userId = someId();
    await enrolled(running, userId);
    await activate(newcomer(), userId, CODE, PASSWORD);
    const second = await activate(newcomer(), userId, CODE, 'another quite long phrase 81');
    expect(second.status).toBe(403);
    expect(second.left).toBeUndefined();
  });

  it('reads the same for a wrong code, an unknown user and one who needs none', async () => {
    const [fresh, ready] = [someId(), someId()];
    await enrolled(running, fresh);
    await active(running, ready);
    const answers = [
      await activate(newcomer(), fresh, 'WRONG-CODE', PASSWORD),
      await activate(newcomer(), someId(), CODE, PASSWORD),
      await activate(newcomer(), ready, 'WRONG-CODE', PASSWORD),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(new Set(answers.map(said)).size).toBe(1);
  });

  it.each([
    ['short', 'Use at least 12 characters.'],
    ['password123456', 'easy to guess'],
    ['qwertyuiop[]', 'easy to guess'],
    ['x'.repeat(257), 'at most 256'],
  ])('refuses the password %j, and the code stays good', async (password, why) => {
    const userId = someId();
    await enrolled(running, userId);
    const refused = await activate(newcomer(), userId, CODE, password);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(why);
    expect(refused.html).not.toContain(`value="${password}"`);
    expect((await activate(newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
  });

  it('refuses a password of the own name only to whoever has the right code', async () => {
    const userId = someId();
    await enrolled(running, userId, { firstName: 'Wilhelmina', lastName: 'Oszkarowski' });
    const password = 'wilhelmina.oszkarowski';
    expect((await activate(newcomer(), userId, 'WRONG-CODE', password)).status).toBe(403);
    const named = await activate(newcomer(), userId, CODE, password);
    expect(named.status).toBe(422);
    expect((await activate(newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
  });
});

describe('Consent', () => {
  it('is asked of users of applications that are not the own, and remembered', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId, { firstName: 'Ana', lastName: 'Ruiz' });
    const shop = await application(running, { firstParty: false, clientName: 'Corner <Shop>' });
    const page = await signIn(person, userId, PASSWORD, await loginPage(person, shop, { scope: 'openid email' }));
    expect(page.html).toContain('Corner &#60;Shop&#62;');
    expect(page.html).toContain('Ana Ruiz');
    expect(page.forms[0]?.buttons).toEqual([
      { name: 'consent', value: 'allow' },
      { name: 'consent', value: 'deny' },
    ]);
    const back = await person.send(page, '/consent', { consent: 'allow' });
    expect(back.left?.searchParams.has('code')).toBe(true);
    expect((await loginPage(person, shop, { scope: 'openid email' })).left?.searchParams.has('code')).toBe(true);
    expect((await loginPage(person, shop, { scope: 'openid email phone' })).html).toContain('see your phone number');
  });

  it('is not asked of users of the own application, even with prompt=consent', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const params = { scope: 'openid offline_access', prompt: 'consent' };
    const back = await signIn(person, userId, PASSWORD, await loginPage(person, portal, params));
    expect(await tokensFor(back)).toHaveProperty('refresh_token');
  });

  it('is asked again of users of any other with prompt=consent', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const shop = await application(running, { firstParty: false });
    const page = await signIn(person, userId, PASSWORD, await loginPage(person, shop));
    await person.send(page, '/consent', { consent: 'allow' });
    expect((await loginPage(person, shop)).left?.searchParams.has('code')).toBe(true);
    expect((await loginPage(person, shop, { prompt: 'consent' })).forms[0]?.action).toMatch(/\/consent$/);
  });

  it('can be refused', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    const shop = await application(running, { firstParty: false });
    const page = await signIn(person, userId, PASSWORD, await loginPage(person, shop));
    const back = await person.send(page, '/consent', { consent: 'deny' });
    expect(back.left?.searchParams.get('error')).toBe('access_denied');
  });
});

describe('Signing out', () => {
  it('asks first, and then leads back to the application', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    const query = new URLSearchParams({
      client_id: portal.clientId,
      post_logout_redirect_uri: 'https://app.example/bye',
    });
    const page = await person.open(`/service/authserver/oauth/logout?${query.toString()}`);
    expect(page.html).toContain('Sign out?');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example");
    const out = await person.send(page, '/logout/confirm', { logout: 'yes' });
    expect(out.left?.href).toBe('https://app.example/bye');
    expect((await loginPage(person)).html).toContain('name="password"');
  });
});

describe('Staying signed in', () => {
  it('is what the page says when that was chosen', async () => {
    const [userId, person] = [someId(), newcomer()];
    await active(running, userId);
    await signIn(person, userId, PASSWORD);
    const stayed = await person.send(await person.open('/service/authserver/oauth/logout'), '/logout/confirm');
    expect(stayed.html).toContain('You are still signed in');
    expect((await loginPage(person)).left?.searchParams.has('code')).toBe(true);
  });

  it('is not asked of somebody who is not: the application has them back at once', async () => {
    const query = new URLSearchParams({
      client_id: portal.clientId,
      post_logout_redirect_uri: 'https://app.example/bye',
      state: 'abc',
    });
    const back = await newcomer().open(`/service/authserver/oauth/logout?${query.toString()}`);
    expect(back.left?.href).toBe('https://app.example/bye?state=abc');
    const evil = new URLSearchParams({ client_id: portal.clientId, post_logout_redirect_uri: 'https://evil.example/' });
    const refused = await newcomer().open(`/service/authserver/oauth/logout?${evil.toString()}`);
    expect(refused.status).toBe(400);
    expect(refused.left).toBeUndefined();
  });
});

describe('A request that cannot be answered by redirect', () => {
  it.each([
    ['an unknown client', { client_id: 'nobody' }, 'not known to us'],
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }, 'not registered for it'],
  ])('shows a page for %s', async (_what, params, text) => {
    const page = await loginPage(newcomer(), portal, params);
    expect(page.status).toBe(400);
    expect(page.left).toBeUndefined();
    expect(page.html).toContain(text);
    expect(page.html.includes('https://app.example/sorry')).toBe(!('client_id' in params));
    expect(page.html).not.toContain('evil.example');
  });

  it('answers in JSON when asked', async () => {
    const { status, html } = await new Person(running, { accept: 'application/json' }).open(
      authorizeUrl(running, portal, { redirect_uri: 'https://evil.example/' }),
    );
    expect(status).toBe(400);
    expect(JSON.parse(html)).toMatchObject({ error: 'invalid_redirect_uri' });
  });
});

describe('Languages', () => {
  it.each([
    [{ ui_locales: 'fr es' }, {}, 'lang="es" dir="ltr"', 'Iniciar sesión'],
    [{}, { 'accept-language': 'ar' }, 'lang="ar" dir="rtl"', 'تسجيل الدخول'],
    [{ ui_locales: 'de' }, { 'accept-language': 'ar' }, 'lang="de" dir="ltr"', 'Anmelden'],
  ])('follow %j before %j', async (params, headers, tag, word) => {
    const { html } = await loginPage(new Person(running, headers), portal, params);
    expect(html).toContain(tag);
    expect(html).toContain(word);
  });

  it('stay as chosen on a page', async () => {
    const person = newcomer();
    await person.follow(await loginPage(person), '?lang=de');
    expect((await loginPage(person, portal, { ui_locales: 'es' })).html).toContain('Anmelden');
  });
});

it('forgets the delay after the time that it takes', async () => {
  const userId = someId();
  await active(running, userId);
  await signIn(newcomer(), userId, 'wrong wrong wrong');
  moveClock(running.app, 2_000);
  expect((await signIn(newcomer(), userId, PASSWORD)).left).toBeDefined();
});
