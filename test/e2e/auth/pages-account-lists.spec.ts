import { randomUUID } from 'node:crypto';
import { PasskeyStore } from '../../../src/auth/credentials/passkeys/passkey.store.js';
import { TokenRevocation } from '../../../src/auth/tokens/token-revocation.service.js';
import {
  activeWith,
  addPasskey,
  forgetPassword,
  provenByPasskey,
  type Belongings,
} from '../../support/account-fixtures.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { meetAt } from '../../support/held-locks.js';
import { Person, type Seen } from '../../support/person.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import { offlineTokens, refreshed, userinfoOf, userinfoStatus } from '../../support/offline-access.js';
import { portalOf, type Portal } from '../../support/tokens.js';
import { application, authorizeUrl, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';

const ACCOUNT = '/service/account/';

let running: TestApplication;

interface Owner {
  readonly sub: string;
  readonly userId: string;
  readonly person: Person;
  readonly page: Seen;
}

async function owner(belongings: Belongings, { withPassword = true } = {}): Promise<Owner> {
  const userId = `l-${randomUUID().slice(0, 8)}`;
  const sub = await activeWith(running, userId, belongings);
  const person = new Person(running);
  await person.send(await person.open(ACCOUNT), '/login', { login: userId, password: PASSWORD });
  if (belongings.passkeys) await provenByPasskey(running, sub);
  if (!withPassword) await forgetPassword(running, sub);
  return { sub, userId, person, page: await person.open(ACCOUNT) };
}

const passkeysOf = (sub: string) => running.app.get(PasskeyStore).of(sub);
const namesOf = async (sub: string): Promise<string[]> => (await passkeysOf(sub)).map(({ name }) => name);
const formsFor = ({ forms }: Seen, ending: string) => forms.filter(({ action }) => action.endsWith(ending));

describe('Pages account lists', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
  });
  afterAll(() => running.close());

  describe('The lists of the account page', () => {
    it('say when there is nothing', async () => {
      const { page } = await owner({});
      expect(page.html).toContain('You have no passkeys yet.');
      expect(page.html).toContain('You have no devices yet.');
      expect(page.html).toContain('No application has access.');
      expect(page.html).toContain('This browser');
      expect(page.html).not.toContain('Another browser');
      expect(page.html).not.toContain('Sign out everywhere else');
    });

    it('fold what is beyond the first, with all of it on the page', async () => {
      const passkeys = Array.from({ length: 20 }, (_, index) => `Key ${index}`);
      const devices = passkeys.slice(0, 6);
      const { page } = await owner({ passkeys, devices, applications: passkeys.slice(0, 7), otherBrowsers: 6 });
      expect(page.html.match(/Show more \(\d+\)/g)).toEqual(['Show more (15)', 'Show more (2)', 'Show more (2)']);
      expect(formsFor(page, '/passkeys/remove')).toHaveLength(20);
      expect(formsFor(page, '/devices/remove')).toHaveLength(6);
      expect(formsFor(page, '/applications/remove')).toHaveLength(7);
      expect(formsFor(page, '/sessions/end')).toHaveLength(6);
    });

    it('show names as they are, and nothing else in them', async () => {
      const { page } = await owner({ passkeys: ['My <key> & "more"'] });
      expect(page.html).toContain('<bdi>My &#60;key&#62; &#38; &#34;more&#34;</bdi>');
    });
  });

  describe('A passkey', () => {
    it('is neither removed nor joined by another way to sign in with a password alone', async () => {
      const { sub, person } = await owner({ passkeys: ['Mine'] });
      await running.app
        .get(Database)
        .rows(`UPDATE auth.engine_record SET payload = payload - 'factors' WHERE account_id = $1`, [sub]);
      const page = await person.open(ACCOUNT);
      expect(formsFor(page, '/totp/add')).toEqual([]);
      const removed = await person.send(page, '/passkeys/remove');
      expect(removed.html).toContain('To change how you sign in, first sign in with your passkey.');
      expect(await namesOf(sub)).toEqual(['Mine']);
    });

    it('is removed by its owner only, and forgotten by whoever keeps it', async () => {
      const [mine, theirs] = [await owner({ passkeys: ['Mine'] }), await owner({ passkeys: ['Theirs'] })];
      const [[own], [other]] = [await passkeysOf(mine.sub), await passkeysOf(theirs.sub)];
      const refused = await mine.person.send(mine.page, '/passkeys/remove', { passkey: other?.credentialId ?? '' });
      expect(refused.html).not.toContain('The passkey was removed.');
      const removed = await mine.person.send(mine.page, '/passkeys/remove');
      expect(removed.html).toContain('The passkey was removed.');
      expect(removed.html).toContain(`data-orphan="${own?.credentialId ?? ''}"`);
      expect(await namesOf(mine.sub)).toEqual([]);
      expect(await namesOf(theirs.sub)).toEqual(['Theirs']);
    });

    it('is renamed without JavaScript, on the page that asks for the name', async () => {
      const { sub, person, page } = await owner({ passkeys: ['One', 'Two'] });
      const [first] = await passkeysOf(sub);
      const asking = await person.follow(page, `?rename=${first?.credentialId ?? ''}`);
      expect(asking.html).toContain('New name for One');
      expect(formsFor(asking, '/passkeys/rename')).toHaveLength(1);
      const renamed = await person.send(asking, '/passkeys/rename', { new_name: `  ${'Ü'.repeat(70)} ` });
      expect(renamed.html).toContain('The passkey has a new name.');
      expect(await namesOf(sub)).toEqual(['Ü'.repeat(60), 'Two']);
    });

    it('is seen while it is renamed, also where the list is folded', async () => {
      const passkeys = Array.from({ length: 9 }, (_, index) => `Key ${index}`);
      const { sub, person, page } = await owner({ passkeys });
      const ids = (await passkeysOf(sub)).map(({ credentialId }) => credentialId);
      const opened = async (id = '') => /class="rest"\s+open/.test((await person.follow(page, `?rename=${id}`)).html);
      expect([await opened(ids[4]), await opened(ids[5])]).toEqual([false, true]);
    });

    it.each(['', '   '])('keeps its name where the new one is %j', async (name) => {
      const { sub, person, page } = await owner({ passkeys: ['One'] });
      const asking = await person.follow(page, `?rename=${(await passkeysOf(sub))[0]?.credentialId ?? ''}`);
      await person.send(asking, '/passkeys/rename', { new_name: name });
      expect(await namesOf(sub)).toEqual(['One']);
    });

    it('is renamed by its owner only', async () => {
      const [mine, theirs] = [await owner({ passkeys: ['Mine'] }), await owner({ passkeys: ['Theirs'] })];
      const [own] = await passkeysOf(mine.sub);
      const [other] = await passkeysOf(theirs.sub);
      const asking = await mine.person.follow(mine.page, `?rename=${own?.credentialId ?? ''}`);
      await mine.person.send(asking, '/passkeys/rename', { passkey: other?.credentialId ?? '', new_name: 'Stolen' });
      expect(await namesOf(theirs.sub)).toEqual(['Theirs']);
    });
  });

  describe('The only way to sign in', () => {
    it('cannot be removed, and the page says why', async () => {
      const { sub, person, page } = await owner({ passkeys: ['Only'] }, { withPassword: false });
      expect(page.html).toContain('This passkey is your only way to sign in.');
      expect(formsFor(page, '/passkeys/remove')).toEqual([]);
      expect(formsFor(page, '/password')).toEqual([]); // there is none to change
      const csrf = formsFor(page, '/sign-out')[0]?.fields['csrf'] ?? '';
      const passkey = (await passkeysOf(sub))[0]?.credentialId ?? '';
      const body = new URLSearchParams({ csrf, passkey });
      await person.go(new URL(`${ACCOUNT}passkeys/remove`, page.url), { method: 'POST', body });
      expect(await namesOf(sub)).toEqual(['Only']);
    });

    it('is left of two that are removed at once', async () => {
      const { sub, person, page } = await owner({ passkeys: ['One', 'Two'] }, { withPassword: false });
      const ids = (await passkeysOf(sub)).map(({ credentialId }) => credentialId);
      expect(formsFor(page, '/passkeys/remove')).toHaveLength(2);
      await meetAt(
        running,
        { sql: 'SELECT 1 FROM auth.passkey WHERE sub = $1 FOR UPDATE', params: [sub] },
        ids.map((passkey) => () => person.send(page, '/passkeys/remove', { passkey })),
      );
      expect(await namesOf(sub)).toHaveLength(1);
    });

    it('may go where a password is left', async () => {
      const { sub, person, page } = await owner({ passkeys: ['Only'] });
      await person.send(page, '/passkeys/remove');
      expect(await namesOf(sub)).toEqual([]);
      await addPasskey(running, sub, 'Another');
      expect(await namesOf(sub)).toEqual(['Another']);
    });
  });

  describe('An application', () => {
    it('is listed with what it may do and since when, and loses its access', async () => {
      const shop = await application(running, { clientName: 'Harbour <Invoices>' });
      const { sub, person } = await owner({});
      const tokens = await offlineTokens(running, shop, person);
      const db = await running.database.connect();
      const move = (column: string, time: string) =>
        db.query(`UPDATE auth.engine_record SET ${column} = $2 WHERE account_id = $1 AND model = 'Grant'`, [sub, time]);
      await move('since', '2026-01-02T12:00:00Z');
      expect(await refreshed(running, shop, tokens)).toBe(200);
      await db.query(`DELETE FROM auth.engine_record WHERE account_id = $1 AND model = 'RefreshToken'`, [sub]);
      const { rows } = await db.query(
        `SELECT now() - used_at < interval '1 minute' AS noted FROM auth.engine_record WHERE account_id = $1 AND model = 'Grant'`,
        [sub],
      );
      expect(rows).toEqual([{ noted: true }]);
      await move('used_at', '2026-02-03T12:00:00Z');
      await db.end();

      const page = await person.open(ACCOUNT);
      expect(page.html).toContain('<bdi>Harbour &#60;Invoices&#62;</bdi>');
      expect(page.html).toContain('see your name and your language');
      expect(page.html).toMatch(/Since <time[^>]*>2 January 2026<\/time> · Last used on <time[^>]*>3 February 2026/);
      expect(await userinfoStatus(running, tokens)).toBe(200);

      const removed = await person.send(page, '/applications/remove');
      expect(removed.html).toContain('The application no longer has access.');
      expect(removed.html).toContain('No application has access.');
      expect(await userinfoStatus(running, tokens)).toBe(401);
      expect(await refreshed(running, shop, await offlineTokens(running, shop, person))).toBe(200);
    });

    it('asks for consent again when its access was taken back', async () => {
      const foreign = await application(running, { clientName: 'Foreign', firstParty: false });
      const { person } = await owner({});
      const entering = () => person.open(authorizeUrl(running, foreign));
      await person.send(await entering(), '/consent', { consent: 'allow' });
      expect((await entering()).left?.searchParams.has('code')).toBe(true);
      await person.send(await person.open(ACCOUNT), '/applications/remove');
      expect((await entering()).html).toContain('name="consent"');
    });

    it('is let see less, and more again, by ticks; its tokens cover what is left', async () => {
      const foreign = await application(running, { clientName: 'Foreign', firstParty: false, jwtAccessTokens: true });
      const { sub, person } = await owner({});
      const scope = 'openid profile email offline_access';
      const claims = JSON.stringify({ userinfo: { given_name: null } });
      const entering = (params = {}) => person.open(authorizeUrl(running, foreign, { scope, claims, ...params }));
      const back = await person.send(await entering(), '/consent', { consent: 'allow' });
      const tokens = (await redeem(running, foreign, codeIn(back))).body;
      expect(await userinfoOf(running, tokens)).toMatchObject({ name: 'Chloé Marchand', given_name: 'Chloé' });

      const page = await person.open(ACCOUNT);
      expect(formsFor(page, '/applications/change')[0]?.fields).toMatchObject({
        may_profile: 'true',
        may_email: 'true',
      });
      const changed = await person.send(page, '/applications/change', { may_profile: '' });
      expect(changed.html).toContain('The access was changed.');
      expect(changed.html).toContain('May: recognise you when you come back; see your e-mail address; keep');
      expect(formsFor(changed, '/applications/change')[0]?.fields).not.toHaveProperty('may_profile');

      expect(await userinfoStatus(running, tokens)).toBe(401);
      const refresh = {
        grant_type: 'refresh_token',
        code: undefined,
        redirect_uri: undefined,
        code_verifier: undefined,
      };
      const next = await redeem(running, foreign, '', { ...refresh, refresh_token: tokens.refresh_token });
      expect([next.status, next.body.scope]).toEqual([200, 'openid email offline_access']);
      const told = await userinfoOf(running, next.body);
      expect(told).toEqual({ sub });
      const again = await entering();
      expect((await redeem(running, foreign, codeIn(again))).body.scope).toBe('openid email offline_access');

      await person.send(await person.open(ACCOUNT), '/applications/change', { may_profile: 'true' });
      expect((await redeem(running, foreign, codeIn(await entering()))).body.scope).toBe(scope);
      await person.send(await person.open(ACCOUNT), '/applications/change', { may_profile: '' });
      const asked = await person.send(await entering({ prompt: 'consent' }), '/consent', { consent: 'allow' });
      expect((await redeem(running, foreign, codeIn(asked))).body.scope).toBe(scope);
    });

    it('is let see less by its own user only, and has no ticks where users are not asked', async () => {
      const own = await application(running, { clientName: 'Own' });
      const [mine, theirs] = [await owner({}), await owner({ applications: ['Theirs'] })];
      await offlineTokens(running, own, mine.person);
      const page = await mine.person.open(ACCOUNT);
      expect(formsFor(page, '/applications/change')).toEqual([]);
      const csrf = formsFor(page, '/applications/remove')[0]?.fields['csrf'] ?? '';
      const shown = formsFor(await theirs.person.open(ACCOUNT), '/applications/change')[0]?.fields;
      for (const id of [own.clientId, shown?.['application'] ?? '']) {
        const body = new URLSearchParams({ csrf, application: id });
        const answer = await mine.person.go(new URL(`${ACCOUNT}applications/change`, page.url), {
          method: 'POST',
          body,
        });
        expect(answer.html).not.toContain('The access was changed.');
      }
      expect(formsFor(await theirs.person.open(ACCOUNT), '/applications/change')[0]?.fields).toEqual(shown);
    });

    it('has access as long as its refresh token, and only its own user takes it back', async () => {
      const shop = await application(running, { clientName: 'Shop' });
      const [mine, theirs] = [await owner({}), await owner({})];
      const tokens = await offlineTokens(running, shop, theirs.person);
      await offlineTokens(running, shop, mine.person);
      await mine.person.send(await mine.person.open(ACCOUNT), '/applications/remove');
      expect((await mine.person.open(ACCOUNT)).html).toContain('No application has access.');
      await theirs.person.send(await theirs.person.open(ACCOUNT), '/sign-out');
      const next = new Person(running);
      const login = theirs.userId;
      const page = await next.send(await next.open(ACCOUNT), '/login', { login, password: PASSWORD });
      expect(page.html).toContain('<bdi>Shop</bdi>');
      expect(await refreshed(running, shop, tokens)).toBe(200);
    });
  });

  it('says in the title what was done, for whoever hears it first', async () => {
    const { person, page } = await owner({ passkeys: ['Key'], devices: ['Phone'] });
    const { html } = await person.send(page, '/devices/remove');
    expect(html).toContain('<title>The device was removed. · ');
  });

  describe('How a user signs in, for the enterprise', () => {
    const portal = () => portalOf(running, { scopes: ['users:read', 'users:write'] });
    const remove = async ({ token }: Portal, path: string) =>
      (
        await fetch(running.url('management', path), {
          method: 'DELETE',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;

    it('is shown without a secret, and each part can be ended', async () => {
      const { sub, userId } = await owner({ passkeys: ['Laptop'], applications: ['Example'], otherBrowsers: 1 });
      const by = await portal();
      const path = `/v1/users/${userId}`;
      const credentials = (await by.get(`${path}/credentials`)).body;
      const [passkey] = await passkeysOf(sub);
      expect(credentials).toEqual({
        password: { setTs: expect.any(Number) },
        passkeys: [expect.objectContaining({ id: passkey?.credentialId, name: 'Laptop', lastUsedTs: null })],
        totp: null,
        recoveryCodes: null,
        factorRecovery: null,
        tries: [],
      });
      expect(await remove(by, `${path}/passkeys/${passkey?.credentialId}`)).toBe(204);
      expect(await remove(by, `${path}/passkeys/${passkey?.credentialId}`)).toBe(404);
      const { applications } = (await by.get(`${path}/applications`)).body;
      expect(applications.map(({ name }: { name: string }) => name)).toEqual(['Example']);
      expect(await remove(by, `${path}/applications/${applications[0].clientId}`)).toBe(204);
      const { loginSessions } = (await by.get(`${path}/loginSessions`)).body;
      expect(loginSessions).toHaveLength(2);
      const shown = [{ factor: 'passkey', shownTs: expect.any(Number) }];
      expect(loginSessions[0]).toMatchObject({ level: 3, factors: shown });
      expect(await remove(by, `${path}/loginSessions/${loginSessions[0].id}`)).toBe(204);
      expect(await remove(by, `${path}/loginSessions`)).toBe(204);
      expect((await by.get(`${path}/loginSessions`)).body.loginSessions).toEqual([]);
      expect((await by.get(`${path}/applications`)).body.applications).toEqual([]);
    });

    it('ends everywhere at once, or nowhere where the last step fails', async () => {
      const { userId } = await owner({ applications: ['Example'], otherBrowsers: 1 });
      const by = await portal();
      const path = `/v1/users/${userId}/loginSessions`;
      const count = async () => (await by.get(path)).body.loginSessions.length;
      const revoked = jest
        .spyOn(running.app.get(TokenRevocation), 'cutOff')
        .mockRejectedValue(new Error('No database'));
      expect([await remove(by, path), await count()]).toEqual([500, 2]);
      revoked.mockRestore();
      expect([await remove(by, path), await count()]).toEqual([204, 0]);
    });

    it('does not end a session that the audit log cannot note', async () => {
      const { userId } = await owner({ otherBrowsers: 1 });
      const by = await portal();
      const path = `/v1/users/${userId}/loginSessions`;
      const listed = async (): Promise<{ id: string }[]> => (await by.get(path)).body.loginSessions;
      const one = `${path}/${(await listed())[0]?.id}`;
      const db = running.app.get(Database);
      await db.rows(
        `ALTER TABLE shared.audit_entry ADD CONSTRAINT none CHECK (kind <> 'auth.session-ended') NOT VALID`,
      );
      expect([await remove(by, one), (await listed()).length]).toEqual([500, 2]);
      await db.rows('ALTER TABLE shared.audit_entry DROP CONSTRAINT none');
      expect([await remove(by, one), (await listed()).length]).toEqual([204, 1]);
    });

    it('counts wrong tries until they are forgotten', async () => {
      const { userId, person } = await owner({});
      await person.open(ACCOUNT);
      const stranger = new Person(running);
      await stranger.send(await stranger.open(ACCOUNT), '/login', { login: userId, password: 'not the one' });
      const by = await portal();
      const triesOf = async () => (await by.get(`/v1/users/${userId}/credentials`)).body.tries;
      expect(await triesOf()).toEqual([{ browser: 'others', count: 1, openTs: expect.any(Number) }]);
      expect(await remove(by, `/v1/users/${userId}/loginTries`)).toBe(204);
      expect(await triesOf()).toEqual([]);
    });

    it('is nothing that another enterprise, or the other side, can see or end', async () => {
      const { userId } = await owner({});
      const test = await portalOf(running, { scopes: ['users:read', 'users:write'], test: true });
      for (const part of ['credentials', 'loginSessions', 'applications'])
        expect((await test.get(`/v1/users/${userId}/${part}`)).body.code).toBe('users/not-found');
      for (const part of ['loginSessions', 'loginSessions/abc', 'loginTries', 'passkeys/abc', 'applications/abc'])
        expect(await remove(test, `/v1/users/${userId}/${part}`)).toBe(404);
    });
  });
});
