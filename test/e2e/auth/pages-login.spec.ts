import { UsersService } from '../../../src/users/management/users.service.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { askForOptions } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { meetAtLock } from '../../support/held-locks.js';
import { logged } from '../../support/logged.js';
import type { Seen } from '../../support/person.js';
import { said, someId, TestPortal } from '../../support/portal.js';
import { active, application, enrolled, LIVE, PASSWORD } from '../../support/signing-in.js';

let portal: TestPortal;
const problemIn = ({ html }: Seen): string | undefined => /class="note bad"[\s\S]*?<\/div>/.exec(html)?.[0];

describe('Pages login', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
  });
  afterAll(() => portal.close());

  describe('Signing in', () => {
    it('leads from the application to the form and back with a code that yields tokens', async () => {
      const userId = someId();
      const sub = await active(portal.running, userId, { firstName: 'Nadia' });
      const back = await portal.signIn(portal.newcomer(), userId, PASSWORD);
      expect(back.status).toBe(303);
      expect(back.left?.origin).toBe('https://app.example');
      expect(back.left?.searchParams.get('state')).toBe('xyz');
      expect(back.left?.searchParams.get('iss')).toBe('https://auth.test/service/authserver');
      const tokens = await portal.tokensFor(back);
      const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString());
      expect(claims).toMatchObject({ sub, given_name: 'Nadia' });
    });

    it('is not asked for again while the session lasts', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      const again = await portal.page(person);
      expect(again.left?.searchParams.has('code')).toBe(true);
    });

    it('is asked for by prompt=login, and another user may come then', async () => {
      const [one, other, person] = [someId(), someId(), portal.newcomer()];
      await active(portal.running, one);
      await active(portal.running, other);
      await portal.signIn(person, one, PASSWORD);
      const page = await portal.page(person, portal.client, { prompt: 'login' });
      const back = await portal.signIn(person, other, PASSWORD, page);
      expect(back.left?.searchParams.has('code')).toBe(true);
    });

    it('offers the users whom the browser knows by their names, and forgets one on request', async () => {
      const [one, other, foreign, person] = [someId(), someId(), someId(), portal.newcomer()];
      const sub = await active(portal.running, one, { firstName: 'Nadia', lastName: 'Haddad' });
      await active(portal.running, other, { firstName: 'Bruno' });
      const asked = () => portal.page(person, portal.client, { prompt: 'login' });
      await portal.signIn(person, one, PASSWORD);
      expect((await asked()).html).not.toContain('Choose an account');
      await portal.signIn(person, other, PASSWORD, await asked());
      const page = await asked();
      expect(page.html).toMatch(/<h1>Choose an account<\/h1>[\s\S]*Bruno[\s\S]*Nadia Haddad/);
      const chosen = await person.send(page, '/account', { account: sub });
      expect(chosen.html).toMatch(new RegExp(`name="login"[^>]*value="${one}"`));

      const jar = person.cookies.find(({ name }) => name.endsWith('-accounts'))!;
      const stranger = await active(portal.running, foreign, { firstName: 'Stranger' });
      const forged = portal.newcomer();
      forged.cookies.push({ ...jar, value: jar.value.replace(sub, stranger) });
      expect((await portal.page(forged)).html).not.toMatch(/Stranger|Choose an account/);

      await person.send(page, '/account/forget', { account: sub });
      expect((await asked()).html).not.toMatch(/Nadia Haddad|Choose an account/);
    });

    it('is asked for again of a user who has been paused', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      await portal.running.app.get(UsersService).changeStatus(LIVE, userId, 'PAUSED');
      const page = await portal.page(person);
      expect(page.left).toBeUndefined();
      expect(page.html).toContain('name="password"');
      expect((await portal.signIn(person, userId, PASSWORD, page)).status).toBe(403);
    });

    it('takes nobody into another enterprise, nor from live to test', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      const testClient = await application(portal.running, { test: true });
      await portal.signIn(person, userId, PASSWORD);
      const page = await portal.page(person, testClient);
      expect(page.html).toContain('name="password"');
      const refused = await portal.signIn(person, userId, PASSWORD, page);
      expect(refused.status).toBe(403);

      // The log of the enterprise says which side the user is of; the page says no more than to a stranger.
      const stranger = await portal.signIn(person, someId(), PASSWORD, await portal.page(person, testClient));
      expect(problemIn(refused)).toEqual(expect.any(String));
      expect(problemIn(refused)).toBe(problemIn(stranger));
      const logins = { tenant: Tenant.of('default', true), kinds: ['auth.user-logged-in'] };
      const { entries } = await portal.running.app.get(AuditLog).list(logins, 2);
      expect(entries.map(({ outcome, details }) => [outcome, details['because']])).toEqual([
        ['refused', 'wrong'],
        ['refused', 'other-mode'],
      ]);
    });

    it('refuses a passkey of the other side, and tells the enterprise and the log which side it is of', async () => {
      const person = portal.newcomer();
      const device = await Authenticator.registered(portal.running, await active(portal.running, someId()));
      const page = await portal.page(person, await application(portal.running, { test: true }));
      const { challenge } = await askForOptions(person, page, '/passkey');
      let refused: Seen | undefined;
      const entries = await logged(portal.running.config, async () => {
        refused = await person.send(page, '/passkey', { response: device.answer(challenge) });
      });
      expect([refused?.status, refused?.left]).toEqual([403, undefined]);
      const because = expect.stringContaining('A test login named a live user.');
      expect(entries).toContainEqual({ level: 'warn', facts: { enterpriseId: 'default', because } });
      const logins = { tenant: Tenant.of('default', true), kinds: ['auth.user-logged-in'] };
      const [entry] = (await portal.running.app.get(AuditLog).list(logins, 1)).entries;
      expect(entry).toMatchObject({ outcome: 'refused', details: { by: 'passkey', because: 'other-mode' } });
    });

    it('can be given up: the application learns of it', async () => {
      const person = portal.newcomer();
      const back = await person.send(await portal.page(person), '/cancel');
      expect(back.left?.searchParams.get('error')).toBe('access_denied');
    });

    it('knows the user by the login id and by the user id, with the hint of the application filled in', async () => {
      const [userId, loginId, person] = [someId(), someId(), portal.newcomer()];
      await active(portal.running, userId, { loginId });
      const page = await portal.page(person, portal.client, { login_hint: `${loginId}"><b>` });
      expect(page.html).toContain(`value="${loginId}&#34;&#62;&#60;b&#62;"`);
      expect((await portal.signIn(person, loginId, PASSWORD, page)).left).toBeDefined();
    });
  });

  describe('A failed sign-in', () => {
    it('reads the same for a wrong password, an unknown user, a user without password and one who is blocked', async () => {
      const [known, fresh, blocked] = [someId(), someId(), someId()];
      await active(portal.running, known);
      await enrolled(portal.running, fresh);
      await active(portal.running, blocked);
      await portal.running.app.get(UsersService).changeStatus(LIVE, blocked, 'BLOCKED');
      const answers = [
        await portal.signIn(portal.newcomer(), known, 'not the password at all'),
        await portal.signIn(portal.newcomer(), someId(), PASSWORD),
        await portal.signIn(portal.newcomer(), fresh, PASSWORD),
        await portal.signIn(portal.newcomer(), blocked, PASSWORD),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
      expect(new Set(answers.map(said)).size).toBe(1);
      expect(answers[0]?.html).toContain('role="alert"');
    });

    it('delays the next try from browsers that the user has never used, and nobody else', async () => {
      const [userId, known, stranger] = [someId(), portal.newcomer(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(known, userId, PASSWORD);
      for (let i = 0; i < 7; i++) await portal.signIn(portal.newcomer(), userId, 'wrong wrong wrong');
      await portal.running.app
        .get(Database)
        .rows(`UPDATE auth.login_tries SET open_at = now() + interval '10 minutes' WHERE browser <> 'known'`);
      expect((await portal.signIn(stranger, userId, PASSWORD)).status).toBe(403);
      const page = await portal.page(known, portal.client, { prompt: 'login' });
      expect((await portal.signIn(known, userId, PASSWORD, page)).left).toBeDefined();
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
    });

    it('blocks at the fifth from a browser that the user has used, and reads the same until the end', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      const page = await portal.page(person, portal.client, { prompt: 'login' });
      const answers: Seen[] = [];
      for (let i = 0; i < 4; i++) answers.push(await portal.signIn(person, userId, 'wrong wrong wrong', page));
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
      answers.push(await portal.signIn(person, userId, 'wrong wrong wrong', page));
      expect(await portal.statusOf(userId)).toBe('BLOCKED');
      answers.push(await portal.signIn(portal.newcomer(), userId, PASSWORD));
      expect(new Set(answers.map(said)).size).toBe(1);
    });

    it('counts from zero again after a success', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      for (let round = 0; round < 2; round++) {
        const page = await portal.page(person, portal.client, { prompt: 'login' });
        for (let i = 0; i < 4; i++) await portal.signIn(person, userId, 'wrong wrong wrong', page);
        expect((await portal.signIn(person, userId, PASSWORD, page)).left).toBeDefined();
      }
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
    });

    it('is counted once for each, however many come at once', async () => {
      const [userId, person] = [someId(), portal.newcomer()];
      const sub = await active(portal.running, userId);
      await portal.signIn(person, userId, PASSWORD);
      const page = await portal.page(person, portal.client, { prompt: 'login' });
      await portal.signIn(person, userId, 'wrong wrong wrong', page);
      await meetAtLock(
        portal.running.database,
        'SELECT 1 FROM auth.login_tries WHERE subject = $1 FOR UPDATE',
        [sub],
        Array.from({ length: 6 }, () => () => portal.signIn(person, userId, 'wrong wrong wrong', page)),
      );
      const db = await portal.running.database.connect();
      const { rows } = await db.query(`SELECT tries FROM auth.login_tries WHERE subject = $1 AND browser = 'known'`, [
        sub,
      ]);
      await db.end();
      expect(rows).toEqual([{ tries: 5 + 1 }]); // one more, since the block is done
      expect(await portal.statusOf(userId)).toBe('BLOCKED');
    });
  });

  it('forgets the delay after the time that it takes', async () => {
    const userId = someId();
    await active(portal.running, userId);
    await portal.signIn(portal.newcomer(), userId, 'wrong wrong wrong');
    await portal.running.app.get(Database).rows(`UPDATE auth.login_tries SET open_at = open_at - interval '2 seconds'`);
    expect((await portal.signIn(portal.newcomer(), userId, PASSWORD)).left).toBeDefined();
  });
});
