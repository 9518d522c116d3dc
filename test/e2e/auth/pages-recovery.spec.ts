import { Database } from '../../../src/shared/persistence/index.js';
import { UserDirectory } from '../../../src/users/contract/index.js';
import { UsersService } from '../../../src/users/management/users.service.js';
import { mailedCode, mailsTo, scanned } from '../../support/mails.js';
import { until } from '../../integration/support/until.js';
import { askForOptions, HERE } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { moveClock } from '../../support/clock.js';
import type { Person, Seen } from '../../support/person.js';
import { type HeldFactors, Someone } from '../../support/leveled-user.js';
import { entered, said, someId, TestPortal } from '../../support/portal.js';
import { active, letRecover, LIVE, PASSWORD } from '../../support/signing-in.js';

const NEW = 'ferry cobalt 81 meadow lantern';
const MINUTE = 60_000;

let portal: TestPortal;

/** Limits are counted over all tests: each has names and an address of its own. */
let addresses = 0;

interface Forgetful {
  readonly userId: string;
  readonly sub: string;
  readonly emailId: string;
  readonly person: Person;
}

async function forgetful(): Promise<Forgetful> {
  const userId = someId();
  const emailId = `${userId}@mail.example`;
  const sub = await active(portal.running, userId, { emailId, loginId: `${userId}-login` });
  return { userId, sub, emailId, person: portal.newcomer() };
}

const mails = (emailId: string, purpose: string) => mailsTo(portal.running, emailId, purpose);
const codeFor = ({ emailId }: Forgetful, count = 1) => mailedCode(portal.running, emailId, count);

async function asked({ person, userId }: Pick<Forgetful, 'person' | 'userId'>, page?: Seen): Promise<Seen> {
  const ask = await person.follow(page ?? (await portal.page(person)), '/recover');
  const headers = { 'x-forwarded-for': `198.51.${addresses >> 8}.${addresses++ & 255}` };
  return person.send(ask, '/recover', { login: userId }, headers);
}

const enter = ({ person }: Forgetful, page: Seen, code: string) => person.send(page, '/recover/code', { code });
const mayChoose = ({ html }: Seen): boolean => html.includes('name="new_password"');
const works = async (userId: string, password: string) =>
  entered(await portal.signIn(portal.newcomer(), userId, password));

describe('Pages recovery', () => {
  beforeAll(async () => {
    portal = await TestPortal.open({ TRUST_PROXY: '127.0.0.1' });
    await letRecover(portal.running);
  });
  afterAll(() => portal.close());

  describe('A user who has forgotten a password', () => {
    it('gets a code by mail, chooses a new password and is signed in; all that was before ends, and mails tell it', async () => {
      const user = await forgetful();
      const elsewhere = portal.newcomer();
      const before = await portal.signIn(elsewhere, user.userId, PASSWORD);
      expect(entered(before)).toBe(true);
      const choose = await enter(user, await asked(user), (await codeFor(user)).toLowerCase());
      const back = await user.person.send(choose, '/recover/password', { new_password: NEW });
      expect(entered(back)).toBe(true);
      expect((await portal.tokensFor(back)).id_token).toEqual(expect.any(String));
      expect((await portal.page(elsewhere)).html).toContain('name="password"');
      expect((await portal.tokensFor(before)).id_token).toBeUndefined();
      expect([await works(user.userId, NEW), await works(user.userId, PASSWORD)]).toEqual([true, false]);
      await until(async () => (await mails(user.emailId, 'users/account-notice')).length === 1);
    });

    it('has thereby shown to read the mail of that address', async () => {
      const user = await forgetful();
      const verified = async () => (await portal.running.app.get(UserDirectory).find(user.sub))?.emailVerified;
      expect(await verified()).toBe(false);
      await enter(user, await asked(user), await codeFor(user));
      expect(await verified()).toBe(true);
    });

    it('may make a passkey instead', async () => {
      const user = await forgetful();
      const choose = await enter(user, await asked(user), await codeFor(user));
      const passkey = new Authenticator(HERE);
      const { challenge } = await askForOptions(user.person, choose, '/recover/passkey', { login: user.userId });
      const made = { response: passkey.attest(challenge) };
      expect(entered(await user.person.send(choose, '/recover/passkey', made))).toBe(true);
      expect(entered(await user.person.send(choose, '/recover/passkey', made))).toBe(false);
    });

    it('may not take the id of a passkey that is there already, and the code is still good', async () => {
      const user = await forgetful();
      const choose = await enter(user, await asked(user), await codeFor(user));
      const taken = await Authenticator.registered(portal.running, (await forgetful()).sub);
      const { challenge } = await askForOptions(user.person, choose, '/recover/passkey', { login: user.userId });
      const refused = await user.person.send(choose, '/recover/passkey', { response: taken.attest(challenge) });
      expect([entered(refused), mayChoose(refused)]).toEqual([false, true]);
      expect(entered(await user.person.send(refused, '/recover/password', { new_password: NEW }))).toBe(true);
    });

    it('is told what is wrong with a password, and the code is still good', async () => {
      const user = await forgetful();
      const choose = await enter(user, await asked(user), await codeFor(user));
      const wrong = await user.person.send(choose, '/recover/password', { new_password: 'short' });
      expect([wrong.status, mayChoose(wrong)]).toEqual([422, true]);
      expect(entered(await user.person.send(wrong, '/recover/password', { new_password: NEW }))).toBe(true);
    });

    it('is not delayed with the strangers that are when they remember it after all', async () => {
      const user = await forgetful();
      await enter(user, await asked(user), await codeFor(user));
      await portal.signIn(portal.newcomer(), user.userId, 'wrong wrong wrong');
      await portal.running.app
        .get(Database)
        .rows(`UPDATE auth.login_tries SET open_at = now() + interval '10 minutes'`);
      expect(await works(user.userId, PASSWORD)).toBe(false);
      expect(entered(await portal.signIn(user.person, user.userId, PASSWORD))).toBe(true);
    });

    it('goes on as well when they are signed in still, by prompt=login', async () => {
      const user = await forgetful();
      await portal.signIn(user.person, user.userId, PASSWORD);
      const page = await asked(user, await portal.page(user.person, portal.client, { prompt: 'login' }));
      const choose = await enter(user, page, await codeFor(user));
      expect(entered(await user.person.send(choose, '/recover/password', { new_password: NEW }))).toBe(true);
    });
  });

  describe('A code', () => {
    it('works once, also when it comes twice at once', async () => {
      const user = await forgetful();
      const choose = await enter(user, await asked(user), await codeFor(user));
      const twice = [NEW, `${NEW} two`].map((new_password) =>
        user.person.send(choose, '/recover/password', { new_password }),
      );
      expect((await Promise.all(twice)).map(entered).sort()).toEqual([false, true]);
    });

    it('works in the sign-in that asked for it alone', async () => {
      const [user, thief] = [await forgetful(), portal.newcomer()];
      const page = await asked(user);
      const code = await codeFor(user);
      const ask = await thief.follow(await portal.page(thief), '/recover');
      const csrf = ask.forms[0]?.fields['csrf'] ?? '';
      const body = new URLSearchParams({ csrf, login: user.userId, code });
      const url = new URL(`${ask.url.pathname}/code`, ask.url);
      for (let i = 0; i < 6; i++) expect(mayChoose(await thief.go(url, { method: 'POST', body }))).toBe(false);
      expect(mayChoose(await enter(user, page, code))).toBe(true);
    });

    it('stays good, whatever scanner opens every address of its mail, and the pages of the sign-in with the code', async () => {
      const [user, elsewhere] = [await forgetful(), portal.newcomer()];
      await portal.signIn(elsewhere, user.userId, PASSWORD);
      const page = await asked(user);
      const code = await codeFor(user);
      const [mail] = await mails(user.emailId, 'users/recovery-code');
      const base = page.url.pathname.split('/recover')[0];
      const pages = ['', '/recover', '/recover/code', '/recover/password'].map((path) => `${base}${path}`);
      expect(await scanned(portal.running, mail!, user.userId, pages)).toEqual([]);
      const query = new URLSearchParams({ login: user.userId, code }).toString();
      for (const path of pages) expect(mayChoose(await user.person.open(`${path}?${query}`))).toBe(false);
      expect(entered(await portal.page(elsewhere))).toBe(true); // still signed in
      expect(await works(user.userId, PASSWORD)).toBe(true);
      expect(mayChoose(await enter(user, page, code))).toBe(true);
    });

    it('is void after five wrong tries', async () => {
      const user = await forgetful();
      const page = await asked(user);
      const code = await codeFor(user);
      for (let i = 0; i < 5; i++) expect((await enter(user, page, 'AAAAA-AAAAA')).status).toBe(403);
      expect(mayChoose(await enter(user, page, code))).toBe(false);
    });

    it('is void once another one is there', async () => {
      const user = await forgetful();
      const page = await asked(user);
      const first = await codeFor(user);
      const again = await user.person.send(page, '/recover', { login: user.userId });
      const second = await codeFor(user, 2);
      expect(mayChoose(await enter(user, again, first))).toBe(false);
      expect(mayChoose(await enter(user, again, second))).toBe(true);
    });

    it('is void after 15 minutes', async () => {
      const user = await forgetful();
      const page = await asked(user);
      const code = await codeFor(user);
      moveClock(portal.running.app, 16 * MINUTE);
      const late = mayChoose(await enter(user, page, code));
      moveClock(portal.running.app, -16 * MINUTE);
      expect([late, mayChoose(await enter(user, page, code))]).toEqual([false, true]);
    });

    it('is void once the address is another, or the user is blocked', async () => {
      const [moved, blocked] = [await forgetful(), await forgetful()];
      const pages = [await asked(moved), await asked(blocked)] as const;
      const codes = [await codeFor(moved), await codeFor(blocked)] as const;
      const users = portal.running.app.get(UsersService);
      await users.changeStatus(LIVE, blocked.userId, 'BLOCKED');
      await portal.running.app
        .get(Database)
        .rows(`UPDATE users."user" SET email_id = 'other@mail.example' WHERE sub = $1`, [moved.sub]);
      expect(mayChoose(await enter(moved, pages[0], codes[0]))).toBe(false);
      expect(mayChoose(await enter(blocked, pages[1], codes[1]))).toBe(false);
    });
  });

  describe('A passkey of the user', () => {
    it('has to be shown before a new password is taken', async () => {
      const user = await forgetful();
      const [own, foreign] = [
        await Authenticator.registered(portal.running, user.sub),
        await Authenticator.registered(portal.running, (await forgetful()).sub),
      ];
      const second = await enter(user, await asked(user), await codeFor(user));
      expect(mayChoose(second)).toBe(false);
      const { action, fields } = second.forms.find((form) => form.action.endsWith('/recover/second'))!;
      const skipping = new URL(action.replace(/second$/, 'password'), second.url);
      const body = new URLSearchParams({ ...fields, second: 'x', new_password: NEW });
      expect(entered(await user.person.go(skipping, { method: 'POST', body }))).toBe(false);
      const show = async (passkey: Authenticator) => {
        const { challenge } = await askForOptions(user.person, second, '/recover/second');
        return user.person.send(second, '/recover/second', { response: passkey.answer(challenge) });
      };
      expect(mayChoose(await show(foreign))).toBe(false);
      const choose = await show(own);
      expect(entered(await user.person.send(choose, '/recover/password', { new_password: NEW }))).toBe(true);
    });
  });

  it('Twenty passkeys of the user are the most also in a recovery, and the code is still good', async () => {
    const user = await forgetful();
    const own = [];
    while (own.length < 20) own.push(await Authenticator.registered(portal.running, user.sub));
    const second = await enter(user, await asked(user), await codeFor(user));
    const shown = await askForOptions(user.person, second, '/recover/second');
    const choose = await user.person.send(second, '/recover/second', { response: own[0]!.answer(shown.challenge) });
    const { challenge } = await askForOptions(user.person, choose, '/recover/passkey', { login: user.userId });
    const made = { response: new Authenticator(HERE).attest(challenge) };
    const refused = await user.person.send(choose, '/recover/passkey', made);
    expect([entered(refused), mayChoose(refused)]).toEqual([false, true]);
    expect(entered(await user.person.send(refused, '/recover/password', { new_password: NEW }))).toBe(true);
  });

  describe('Another second factor of the user', () => {
    /** Somebody with such a factor, who has entered the code of the mail. */
    async function atSecond(held: HeldFactors): Promise<[Forgetful, Someone, Seen]> {
      const user = await forgetful();
      const someone = await Someone.of(portal.running, user.userId, user.sub, held);
      return [user, someone, await enter(user, await asked(user), await codeFor(user))];
    }
    const skips = (user: Forgetful, { forms, url }: Seen, to: string, more: Record<string, string>) => {
      const { fields } = forms.find(({ action }) => action.includes('/recover/second'))!;
      const body = new URLSearchParams({ ...fields, second: 'x', ...more });
      return user.person.go(new URL(`${url.pathname.split('/recover')[0]}/recover/${to}`, url), {
        method: 'POST',
        body,
      });
    };

    it('has to be shown too: a code of the authenticator app, whose delay no recovery ends', async () => {
      const [user, someone, second] = await atSecond({ totp: true });
      expect(entered(await skips(user, second, 'password', { new_password: NEW }))).toBe(false);
      expect((await skips(user, second, 'passkey', { response: '{}' })).html).toContain('Check the code');
      const wrong = await user.person.send(second, '/second/totp', { second_code: '000000' });
      expect([wrong.status, wrong.html.includes('That code is wrong')]).toEqual([403, true]);
      const early = await user.person.send(wrong, '/second/totp', { second_code: someone.code() });
      expect(early.html).toContain('Too many wrong codes');
      const tries = () =>
        portal.running.app
          .get(Database)
          .rows(`SELECT tries FROM auth.login_tries WHERE subject = $1`, [`code:${user.sub}`]);
      await portal.running.app
        .get(Database)
        .rows(`UPDATE auth.login_tries SET open_at = now() WHERE subject = $1`, [`code:${user.sub}`]);
      const choose = await user.person.send(early, '/second/totp', { second_code: someone.code() });
      expect(mayChoose(choose)).toBe(true);
      await portal.running.app
        .get(Database)
        .rows(`UPDATE auth.login_tries SET tries = 3 WHERE subject = $1`, [`code:${user.sub}`]);
      expect(entered(await user.person.send(choose, '/recover/password', { new_password: NEW }))).toBe(true);
      expect(await tries()).toEqual([{ tries: 3 }]);
    });

    it('has to be shown too: an approval on the phone, which says that a password is forgotten', async () => {
      const [user, someone, second] = await atSecond({ phone: true });
      expect(entered(await skips(user, second, 'password', { new_password: NEW }))).toBe(false);
      const number = await user.person.send(second, '/second/approval');
      const [asked] = await someone.askedOnPhone();
      const german = asked.body.find(({ lng }: { lng: string }) => lng === 'de');
      expect(german.subject).toContain('Passwort vergessen');
      const waiting = await user.person.send(number, '/second/approval/continue');
      const path = /data-waits-for="([^"]+)"/.exec(waiting.html)?.[1] ?? '';
      const waits = async () => JSON.parse((await user.person.open(path)).html);
      expect(await waits()).toEqual({ waits: true });
      const right = /class="two"[^>]*>\s*(\d\d)/.exec(waiting.html)?.[1] ?? '';
      await someone.chooses(right);
      expect(await waits()).toEqual({ waits: false });
      const choose = await user.person.send(waiting, '/second/approval/continue');
      expect(entered(await user.person.send(choose, '/recover/password', { new_password: NEW }))).toBe(true);
      const again = await user.person.send(waiting, '/second/approval/continue');
      expect(mayChoose(again)).toBe(false);
    });
  });

  describe('The page after the question', () => {
    it('is the same for everybody, and mails go only to who may have one', async () => {
      const [user, blocked] = [await forgetful(), await forgetful()];
      await portal.running.app.get(UsersService).changeStatus(LIVE, blocked.userId, 'BLOCKED');
      const nobody = { person: portal.newcomer(), userId: someId() };
      const masked = (seen: Seen, { userId }: { userId: string }) => said(seen).replaceAll(userId, '');
      const pages = [
        masked(await asked(user), user),
        masked(await asked(nobody), nobody),
        masked(await asked(blocked), blocked),
      ];
      expect(new Set(pages).size).toBe(1);
      await codeFor(user);
      expect(await mails(blocked.emailId, 'users/recovery-code')).toEqual([]);
    });

    it('comes three times an hour for a name, and no other name of the user brings a fourth mail', async () => {
      const user = await forgetful();
      for (let i = 0; i < 3; i++) expect((await asked(user)).status).toBe(200);
      expect((await asked(user)).status).toBe(429);
      expect((await asked({ ...user, userId: `${user.userId}-login` })).status).toBe(200);
      await codeFor(user, 3);
      const other = await forgetful();
      await asked(other);
      await codeFor(other);
      expect(await mails(user.emailId, 'users/recovery-code')).toHaveLength(3);
    });
  });

  describe('Where the enterprise has not chosen it', () => {
    it('the sign-in page has no such link, and its addresses lead back', async () => {
      const user = await forgetful();
      const page = await asked(user);
      await letRecover(portal.running, 'off');
      const login = await portal.page(user.person);
      expect(login.html).not.toContain('/recover"');
      expect((await user.person.open(`${login.url.pathname}/recover`)).url.pathname).toBe(login.url.pathname);
      expect((await user.person.send(page, '/recover', { login: user.userId })).status).toBe(403);
      await letRecover(portal.running);
    });
  });
});
