import { randomUUID } from 'node:crypto';
import { AccountUrlNotes } from '../../../src/auth/account/account-url-notes.service.js';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { GrantRevocation } from '../../../src/auth/grants/grant-revocation.service.js';
import { TokenRevocation } from '../../../src/auth/tokens/token-revocation.service.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { until } from '../../integration/support/until.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { UserActivity } from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { Authenticator } from '../../support/authenticator.js';
import { moveClock } from '../../support/clock.js';
import { codeIn, redeem, signedIn } from '../../support/code-flow.js';
import { offlineTokens, refreshed, userinfoStatus, type Tokens } from '../../support/offline-access.js';
import { Person, type Seen } from '../../support/person.js';
import { active, application, authorizeUrl, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';
import { meetAt } from '../../support/held-locks.js';
import { mailsTo } from '../../support/mails.js';
import { portalOf } from '../../support/tokens.js';

const ACCOUNT = '/service/account/';
const HOURS_LEFT = `
  SELECT round(extract(epoch FROM expires_at - now()) / 3600)::int AS left FROM auth.engine_record
  WHERE model = 'Session' AND account_id = $1`;
const AN_HOUR_LEFT = `
  expires_at = now() + interval '1 hour', payload = payload || jsonb_build_object('exp', extract(epoch FROM now())::int + 3600)`;
const NEXT = 'granite teapot 9 marble forest';

let running: TestApplication;
let bank: Client;

const someId = (): string => `a-${randomUUID().slice(0, 8)}`;
const textOfHeading = ({ html }: Seen): string | undefined => /<h1>([^<]*)</.exec(html)?.[1];
const enter = async (person: Person, login: string, password = PASSWORD): Promise<Seen> =>
  person.send(await person.open(ACCOUNT), '/login', { login, password });
const opensApplication = async (person: Person): Promise<boolean> =>
  (await person.open(authorizeUrl(running, bank))).left?.searchParams.has('code') ?? false;

describe('Pages account', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      env: {
        ...MANY_LOGINS,
        TRUST_PROXY: '127.0.0.1',
        COUNTRY_HEADER: 'X-Country',
        TERMS_URL: 'https://all.example/terms',
      },
    });
    bank = await application(running);
  });
  afterAll(() => running.close());

  describe('Links for privacy, terms and help', () => {
    const linksOf = ({ html }: Seen) => [...html.matchAll(/<a href="([^"]+)" target="_blank"[^>]*>([^<]+)/g)].map(([, url, text]) => `${text}: ${url}`); // oxfmt-ignore

    it('are those of the enterprise, else of the settings, and a forgotten password leads to the help', async () => {
      const [enterpriseId, person] = [someId(), new Person(running)];
      const branding = { privacyUri: 'https://acme.example/privacy', helpUri: 'https://acme.example/help' };
      const portal = await portalOf(running, { scopes: ['enterprises:write'], administrator: true });
      const opened = await portal.post('/v1/enterprises', { enterpriseId, name: 'Acme', branding });
      expect(opened).toMatchObject({ status: 201, body: { branding } });
      const page = await person.open(`${ACCOUNT}?enterprise=${enterpriseId}`);
      expect(page.html).toContain('<bdi>Acme</bdi> can send you a new activation code.');
      expect(linksOf(page)).toEqual([
        'Ask for help: https://acme.example/help',
        'Privacy: https://acme.example/privacy',
        'Terms: https://all.example/terms',
        'Help: https://acme.example/help',
      ]);
      expect(linksOf(await person.open(ACCOUNT))).toEqual(['Terms: https://all.example/terms']);
      expect(linksOf(await person.open('/service/interaction/gone'))).toEqual(['Terms: https://all.example/terms']);
    });
  });

  describe('The account page', () => {
    it('asks who it is, and knows whoever signed in to an application', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId, { firstName: 'Ines', lastName: 'Falk' });
      const page = await enter(person, userId);
      expect(page.url.pathname).toBe(ACCOUNT);
      expect(page.html).toContain('Ines Falk');
      expect(await opensApplication(person)).toBe(true);
      expect((await person.open(ACCOUNT)).html).toContain('Ines Falk');
    });

    it('refuses a wrong password as every page does', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const refused = await enter(person, userId, 'wrong wrong wrong');
      expect(refused.status).toBe(403);
      expect(refused.html).toContain('Check your username and password');
    });

    it('lets nobody in from another enterprise, or from live into test', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const page = await person.open(`${ACCOUNT}?test=true`);
      expect((await person.send(page, '/login', { login: userId, password: PASSWORD })).status).toBe(403);
    });

    it('names the side of the user in all its links and forms, so that the login form after the session is of that side', async () => {
      const [userId, person] = [someId(), new Person(running)];
      const sub = await active(running, userId, {}, Tenant.of('default', true));
      const login = { login: userId, password: PASSWORD };
      const leading = ({ html }: Seen) =>
        [...html.matchAll(/(?:href|action)="(\/service\/account\/[^"]*)"/g)].map(([, to = '']) => to);
      const early = leading(await person.send(await person.open(`${ACCOUNT}?test=true`), '/login', login));
      await Authenticator.registered(running, sub);
      moveClock(running.app, 11 * 60_000);
      const later = leading(await person.open(ACCOUNT));
      moveClock(running.app, -11 * 60_000);
      expect(early).toContainEqual(expect.stringContaining('/passkeys/add'));
      for (const link of ['again=true', 'rename=']) expect(later).toContainEqual(expect.stringContaining(link));
      expect([...early, ...later].filter((to) => !to.includes('?test=true'))).toEqual([]);
      expect((await person.open(`${ACCOUNT}recovery-codes?test=true`)).url.search).toBe('?test=true');
    });

    it('changes the password of a user who knows the current one, and ends all other sessions', async () => {
      const [userId, here, there] = [someId(), new Person(running), new Person(running)];
      await active(running, userId);
      await enter(there, userId);
      const page = await enter(here, userId);
      const wrong = await here.send(page, '/password', { current_password: 'not this one!', new_password: NEXT });
      expect(wrong.status).toBe(422);
      expect(wrong.html).toContain('The current password is wrong.');
      const weak = await here.send(page, '/password', { current_password: PASSWORD, new_password: 'password1234' });
      expect(weak.html).toContain('known from a data leak');
      const changed = await here.send(page, '/password', { current_password: PASSWORD, new_password: NEXT });
      expect(changed.html).toContain('Your password was changed.');
      expect(await opensApplication(here)).toBe(true);
      expect(await opensApplication(there)).toBe(false);
      expect((await enter(new Person(running), userId, NEXT)).status).toBe(200);
    });

    it.each<[string, (here: Person, userId: string) => Promise<unknown>]>([
      [
        'A new password',
        async (here) =>
          here.send(await here.open(ACCOUNT), '/password', { current_password: PASSWORD, new_password: NEXT }),
      ],
      ['Signing out everywhere else', async (here) => here.send(await here.open(ACCOUNT), '/sessions/end-others')],
      [
        'The end of all sessions by the enterprise',
        async (_, userId) => {
          const portal = await portalOf(running, { scopes: ['users:write'] });
          expect((await portal.delete(`/v1/users/${userId}/loginSessions`)).status).toBe(204);
        },
      ],
      [
        'A new status',
        async (_, userId) => {
          const portal = await portalOf(running, { scopes: ['users:write'] });
          for (const status of ['BLOCKED', 'UNBLOCK'])
            expect((await portal.put(`/v1/users/${userId}/status`, { status })).status).toBe(200);
        },
      ],
    ])('%s also ends a sign-in that was proven before and is collected only afterwards', async (_, end) => {
      const [userId, here, thief, owner] = [someId(), new Person(running), new Person(running), new Person(running)];
      await active(running, userId);
      await enter(here, userId);
      const login = async (person: Person): Promise<URL> => {
        const page = await person.open(authorizeUrl(running, bank));
        person.goesOn = false;
        const { left } = await person.send(page, '/login', { login: userId, password: PASSWORD });
        person.goesOn = true;
        return left ?? page.url;
      };
      expect((await owner.open(await login(owner))).left?.searchParams.has('code')).toBe(true);
      const parked = await login(thief);
      await end(here, userId);
      const collected = await thief.open(parked);
      expect(collected.left?.searchParams.has('code') ?? false).toBe(false);
      expect(await opensApplication(thief)).toBe(false);
    });

    it('lets a proven sign-in be collected once by two requests at once', async () => {
      const [userId, person] = [someId(), new Person(running)];
      const sub = await active(running, userId);
      const page = await person.open(authorizeUrl(running, bank));
      person.goesOn = false;
      const { left } = await person.send(page, '/login', { login: userId, password: PASSWORD });
      const sql = `SELECT FROM auth.engine_record WHERE model = 'Interaction' AND account_id = $1 FOR UPDATE`;
      const collect = () => person.open(left ?? '');
      const collected = await meetAt(running, { sql, params: [sub] }, [collect, collect]);
      expect(collected.filter((seen) => seen.left?.searchParams.has('code'))).toHaveLength(1);
    });

    it('keeps the old password where the end of the other sessions fails', async () => {
      const [userId, here] = [someId(), new Person(running)];
      await active(running, userId);
      const page = await enter(here, userId);
      const failing = jest
        .spyOn(running.app.get(GrantRevocation), 'withdrawSignIns')
        .mockRejectedValue(new Error('No'));
      const typed = { current_password: PASSWORD, new_password: NEXT };
      expect((await here.send(page, '/password', typed)).status).toBe(500);
      failing.mockRestore();
      expect((await here.send(page, '/password', typed)).html).toContain('Your password was changed.');
    });

    it.each<[string, string, Record<string, string>]>([
      ['A new password', '/password', { current_password: PASSWORD, new_password: NEXT }],
      ['Signing out everywhere else', '/sessions/end-others', {}],
    ])(
      '%s ends what was meant to last without a session, but not that of the session in use',
      async (_, action, typed) => {
        const [userId, here, there, gone] = [someId(), new Person(running), new Person(running), new Person(running)];
        await active(running, userId);
        for (const person of [here, there, gone]) await enter(person, userId);
        const tokens: Tokens[] = [];
        for (const person of [here, there, gone]) tokens.push(await offlineTokens(running, bank, person));
        await gone.send(await gone.open(ACCOUNT), '/sign-out');
        const status = () => Promise.all(tokens.map((own) => userinfoStatus(running, own)));
        expect(await status()).toEqual([200, 200, 200]);
        await here.send(await here.open(ACCOUNT), action, typed);
        expect(await status()).toEqual([200, 401, 401]);
        expect(await Promise.all(tokens.map((own) => refreshed(running, bank, own)))).toEqual([200, 400, 400]);
      },
    );

    it('tells the sessions apart by browser, device, country and network, wherever they began', async () => {
      const said = (name: string, address: string, country: string) => ({
        'user-agent': name,
        'x-forwarded-for': address,
        'x-country': country,
      });
      const userId = someId();
      await active(running, userId);
      const phone = new Person(
        running,
        said('Mozilla/5.0 (iPhone) Version/18.1 Mobile/1 Safari/604.1', '203.0.113.77', 'CH'),
      );
      const nobody = new Person(running, said('curl/8', '2001:db8:7:8::1', 'XX'));
      const here = new Person(running, said('Mozilla/5.0 (Windows NT 10.0) Firefox/150.0', '198.51.100.9', 'DE'));
      await enter(nobody, userId);
      const asked = await phone.open(authorizeUrl(running, bank));
      expect((await phone.send(asked, '/login', { login: userId, password: PASSWORD })).left).toBeDefined();
      const { html } = await enter(here, userId);
      const rows = html.split('id="sessions"')[1]?.split('<li>').slice(1).map((row) => row.replace(/<[^>]*>|\s+/g, ' ').replace(/ +/g, ' ')); // oxfmt-ignore
      // All three may have begun within one second, so their order is open.
      expect(rows?.toSorted()).toEqual([
        expect.stringMatching(/Firefox on Windows Since .* From Germany, 198\.51\.100\.x This browser/),
        expect.stringMatching(/Safari on iPhone Since .* From Switzerland, 203\.0\.113\.x/),
        expect.stringMatching(/Unknown browser Since .* From 2001:db8:7:x/),
      ]);
      expect(html).not.toMatch(/203\.0\.113\.77|198\.51\.100\.9/);
    });

    it('shows the sessions, and ends one without the others', async () => {
      const [userId, here, there, third] = [someId(), new Person(running), new Person(running), new Person(running)];
      await active(running, userId);
      await enter(there, userId);
      await enter(third, userId);
      const page = await enter(here, userId);
      const endings = page.forms.filter(({ action }) => action.endsWith('/sessions/end'));
      expect(endings).toHaveLength(2);
      await here.send(page, '/sessions/end', {});
      const left = await Promise.all([here, there, third].map(opensApplication));
      expect(left.filter(Boolean)).toHaveLength(2);
      expect(left[0]).toBe(true);
      await here.send(await here.open(ACCOUNT), '/sessions/end-others');
      expect(await Promise.all([here, there, third].map(opensApplication))).toEqual([true, false, false]);
    });

    it("does not end another user's session", async () => {
      const [mine, theirs, me, them] = [someId(), someId(), new Person(running), new Person(running)];
      await active(running, mine);
      const sub = await active(running, theirs);
      await enter(them, theirs);
      await enter(new Person(running), mine);
      const db = await running.database.connect();
      const { rows } = await db.query<{ uid: string }>('SELECT uid FROM auth.engine_record WHERE account_id = $1', [
        sub,
      ]);
      await db.end();
      await me.send(await enter(me, mine), '/sessions/end', { session: rows[0]?.uid ?? '' });
      expect(await opensApplication(them)).toBe(true);
    });

    it('keeps a session as long as every other page does: from its login, and from its last use', async () => {
      const [userId, person] = [someId(), new Person(running)];
      const sub = await active(running, userId);
      await enter(person, userId);
      const db = await running.database.connect();
      const hours = async () => (await db.query(HOURS_LEFT, [sub])).rows.map(({ left }) => left);
      expect(await hours()).toEqual([12]);
      await db.query(`UPDATE auth.engine_record SET ${AN_HOUR_LEFT} WHERE model = 'Session' AND account_id = $1`, [
        sub,
      ]);
      await person.open(ACCOUNT);
      expect(await hours()).toEqual([12]);
      await db.end();
    });

    it('is used by users who are active', async () => {
      const [userId, person] = [someId(), new Person(running)];
      const sub = await active(running, userId);
      await enter(person, userId);
      const touched = jest.spyOn(running.app.get(UserActivity), 'touch');
      await person.open(ACCOUNT);
      expect(touched).toHaveBeenCalledWith(sub);
      touched.mockRestore();
    });

    it('signs out', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const out = await person.send(await enter(person, userId), '/sign-out');
      expect(out.html).toContain('name="password"');
      expect(await opensApplication(person)).toBe(false);
    });

    it('ends a session with its grants, or leaves both where the second step fails', async () => {
      const userId = someId();
      const { person, back } = await signedIn(running, bank, userId);
      const { body } = await redeem(running, bank, codeIn(back));
      const revoked = jest
        .spyOn(running.app.get(TokenRevocation), 'cutOff')
        .mockRejectedValue(new Error('No database'));
      expect((await person.send(await person.open(ACCOUNT), '/sign-out')).status).toBe(500);
      revoked.mockRestore();
      expect(textOfHeading(await person.open(ACCOUNT))).toBe('Sign-in and security');
      expect(await userinfoStatus(running, body)).toBe(200);
      await person.send(await person.open(ACCOUNT), '/sign-out');
      expect(textOfHeading(await person.open(ACCOUNT))).toBe('Sign in to your security settings');
      expect(await userinfoStatus(running, body)).toBe(401);
    });

    it('tells its user by mail, in their language, that the password was changed or several sign-ins failed', async () => {
      const [userId, person] = [someId(), new Person(running)];
      const emailId = `${userId}@home.example`;
      await active(running, userId, { emailId, language: 'es' });
      const subjects = async () =>
        (await mailsTo(running, emailId, 'users/account-notice')).map(({ subject, language }) => [language, subject]);
      const next = { current_password: PASSWORD, new_password: NEXT };
      await person.send(await enter(person, userId), '/password', next);
      const changed = ['es', 'Se ha cambiado la contraseña de su cuenta de Countersign'];
      await until(async () => (await subjects()).length === 1);
      expect(await subjects()).toEqual([changed]);
      for (let tries = 0; tries < 6; tries++) {
        await enter(new Person(running), userId, 'wrong wrong wrong');
        await running.app.get(Database).rows('UPDATE auth.login_tries SET open_at = now()');
      }
      const failed = ['es', 'Varios intentos de iniciar sesión en su cuenta de Countersign han fallado'];
      await until(async () => (await subjects()).length === 2);
      expect(await subjects()).toEqual([failed, changed]);
    });

    it.each(['/password', '/sign-out'])('takes no form for %s from elsewhere', async (action) => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const page = await enter(person, userId);
      expect((await person.send(page, action, { csrf: 'guessed' })).status).toBe(403);
      expect((await person.send(page, action, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
      expect(await opensApplication(person)).toBe(true);
    });

    it('offers no new passkey to a login of long ago, but to log in again', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId);
      const page = await enter(person, userId);
      const csrf = page.forms.find(({ action }) => action.endsWith('/passkeys/add'))?.fields['csrf'] ?? '';
      moveClock(running.app, 11 * 60_000);
      const later = await person.open(ACCOUNT);
      expect(later.forms.some(({ action }) => action.endsWith('/passkeys/add'))).toBe(false);
      const body = new URLSearchParams({ csrf });
      const options = await person.go(new URL(`${ACCOUNT}passkeys/options`, page.url), { method: 'POST', body });
      expect(options.status).toBe(403);
      expect((await person.follow(later, '?again=true')).html).toContain(`value="${userId}"`);
    });
  });

  describe('A passkey ceremony', () => {
    const NONSENSE = [
      '',
      '{}',
      'null',
      '{"id":"x"}',
      JSON.stringify({
        id: 'eA',
        rawId: 'eA',
        type: 'public-key',
        response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA' },
      }),
    ];

    it.each(NONSENSE)('refuses %j as an answer, without a word about why', async (response) => {
      const person = new Person(running);
      const page = await person.open(authorizeUrl(running, bank));
      const answer = await person.send(page, '/passkey', { response });
      expect(answer.status).toBe(403);
      expect(answer.html).toContain('The passkey was not accepted.');
    });

    it('has a challenge of its own each time, and tells of no user', async () => {
      const person = new Person(running);
      const page = await person.open(authorizeUrl(running, bank));
      const ask = async () => {
        const body = new URLSearchParams({ csrf: page.forms[0]?.fields['csrf'] ?? '' });
        const url = new URL(`${page.url.pathname}/passkey/options`, page.url);
        const { html } = await person.go(url, { method: 'POST', body, headers: { accept: 'application/json' } });
        return JSON.parse(html) as { challenge: string; rpId: string; allowCredentials?: unknown[] };
      };
      const [one, other] = [await ask(), await ask()];
      expect(one.challenge).not.toBe(other.challenge);
      expect(one).toMatchObject({ rpId: 'auth.test', userVerification: 'required' });
      expect(one.allowCredentials ?? []).toEqual([]);
    });
  });

  describe('A page at which something ends', () => {
    const APPLICATION = { errorUrl: 'https://shop.example/start' };
    const UNKNOWN = { errorUrl: null, postLogoutRedirectUris: [] };
    const leadsTo = ({ html }: Seen) =>
      /<a class="button" href="([^"]+)">/.exec(html)?.[1]?.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));

    it.each<[string, Parameters<typeof application>[1], string]>([
      ['where the application wants its users after an error', APPLICATION, APPLICATION.errorUrl],
      ['where it wants them after a logout', { errorUrl: null, postLogoutRedirectUris: ['https://shop.example/bye'] }, 'https://shop.example/bye'], // oxfmt-ignore
      ['to the account page, where neither is known', UNKNOWN, ACCOUNT],
      ['to that of the side that its users are on', { ...UNKNOWN, test: true }, `${ACCOUNT}?test=true`],
    ])('leads on after a logout: %s', async (_, options, to) => {
      const { clientId } = await application(running, options);
      const page = await new Person(running).open(`/service/authserver/oauth/logout?client_id=${clientId}`);
      expect([textOfHeading(page), leadsTo(page)]).toEqual(['You are signed out', to]);
    });

    it('leads on once it has expired: to the application that this browser came from last, else to the account page', async () => {
      const shop = await application(running, APPLICATION);
      const [person, other] = [new Person(running), new Person(running)];
      await person.open(authorizeUrl(running, shop));
      const gone = '/service/interaction/gone';
      const pages = [await person.open(gone), await other.open(gone)];
      expect(pages.map(textOfHeading)).toEqual(['This page has expired', 'This page has expired']);
      expect(pages.map(leadsTo)).toEqual([APPLICATION.errorUrl, ACCOUNT]);
    });

    it('signing out of the account page of a test user asks for a test user again', async () => {
      const [userId, person] = [someId(), new Person(running)];
      await active(running, userId, {}, Tenant.of('default', true));
      const entrance = await person.open(`/service/account?test=true`);
      const page = await person.send(entrance, '/login', { login: userId, password: PASSWORD });
      expect(page.html).toContain('Sign-in and security');
      const out = await person.send(page, '/sign-out?test=true');
      expect(out.forms[0]?.fields['test']).toBe('true');
      const late = await person.send(page, '/password?test=true');
      expect(late.forms[0]?.fields['test']).toBe('true');
    });
  });

  it('The start names the page for live and for test users, and each lets in its own', async () => {
    const notes = await running.app.get(AccountUrlNotes).onDevelopmentStart();
    expect(notes.map(({ label }) => label)).toEqual(['Account, live users', 'Account, test users']);
    const userId = someId();
    await active(running, userId, {}, Tenant.of('default', true));
    const answers = notes.map(async ({ value }) => {
      const person = new Person(running);
      const entrance = await person.open(value.replace(running.config.authUrl, ''));
      return (await person.send(entrance, '/login', { login: userId, password: PASSWORD })).html;
    });
    const [live, test] = await Promise.all(answers);
    expect(live).not.toContain('Sign-in and security');
    expect(test).toContain('Sign-in and security');
  });

  it('The address of the page without its slash leads to it', async () => {
    const answer = await fetch(running.url('auth', '/service/account'), { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/service/account/']);
  });
});
