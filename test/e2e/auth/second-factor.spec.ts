import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { AuditLog } from '../../../src/audit/contract/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { askForOptions } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import type { Seen } from '../../support/person.js';
import { until } from '../../integration/support/until.js';
import { mailedCode, mailsTo } from '../../support/mails.js';
import { application, authorizeUrl, chooseSignIn, LIVE, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';
import { rememberedBrowser } from './remembered-browser.cases.js';
import { lostSecondFactor } from './lost-factor.cases.js';
import { codesIn, type HeldFactors, Someone, toBase32 } from '../../support/leveled-user.js';
import { portalOf } from '../../support/tokens.js';

let running: TestApplication;
const clients = new Map<number, Client>();
const demanding = (level: 1 | 2 | 3): Client => clients.get(level)!;

const told = async (client: Client, back: Seen) => {
  const { body } = await redeem(running, client, codeIn(back));
  return decodeJwt(body.id_token);
};
const asks = ({ forms }: Seen, ending: string): boolean => forms.some(({ action }) => action.endsWith(ending));

/** As if the delay after wrong codes were over. */
const openTries = ({ sub }: Someone) =>
  running.app.get(Database).rows('UPDATE auth.login_tries SET open_at = now() WHERE subject = $1', [`code:${sub}`]);

const apps = ({ sub }: Someone) => running.app.get(Database).rows('SELECT sub FROM auth.totp WHERE sub = $1', [sub]);

type Step = 'password' | 'code' | 'number' | 'recovery code' | 'passkey' | 'new app' | 'new passkey';

/** Each page by what it asks for first, and how it is answered. */
const STEPS: readonly [Step, ending: string, answer: (someone: Someone, page: Seen) => Promise<Seen>][] = [
  ['password', '/login', (someone, page) => someone.givesPassword(page)],
  ['code', '/second/totp', (someone, page) => someone.givesCode(page)],
  ['new app', '/second/totp/new', (someone, page) => someone.setsUpTotp(page)],
  ['new passkey', '/second/passkey', (someone, page) => someone.makesPasskey(page)],
  ['passkey', '/passkey', (someone, page) => someone.givesPasskey(page)],
];

/** The recovery codes of users who have made them. */
const codesOf = new Map<Someone, string[]>();

/** Factors that are walked only where a row says so: other factors are offered beside them. */
const CHOSEN: typeof STEPS = [
  ['number', '/second/approval', (someone, page) => someone.approves(page)],
  [
    'recovery code',
    '/second/recovery-code',
    (someone, page) => someone.givesRecoveryCode(page, codesOf.get(someone)?.pop() ?? ''),
  ],
];

/** Answers page after page until the way leads back to the application. */
async function walked(someone: Someone, client: Client, by?: Step): Promise<[path: string, back: Seen]> {
  let page = await someone.asks(client);
  const path: Step[] = [];
  const steps = [...CHOSEN.filter(([step]) => step === by), ...STEPS];
  while (!page.left && path.length < 5) {
    const step = steps.find(([, ending]) => asks(page, ending));
    if (!step) throw new Error(`Nothing is asked for: ${page.html}`);
    path.push(step[0]);
    page = await step[2](someone, page);
  }
  return [path.join(', '), page];
}

interface Row {
  readonly held: HeldFactors;
  readonly level: 1 | 2 | 3;
  readonly fresh: 'nothing' | 'the password' | 'all factors';
  /** The second factor that is chosen, where it is not the authenticator app. */
  readonly by?: 'number' | 'recovery code';
}

/** The rules of the table, written down once more. */
function expectedPath({ held, level, fresh, by }: Row): Step[] {
  const second: Step | undefined = by ?? (held.totp ? 'code' : undefined);
  const reached = fresh === 'nothing' ? 0 : fresh === 'the password' ? 1 : held.passkey ? 3 : second ? 2 : 1;
  const needed: Step[] = reached === 0 ? ['password'] : [];
  if (level <= Math.max(reached, 1)) return needed;
  if (level === 2) return [...needed, second ?? (held.passkey ? 'passkey' : 'new app')];
  if (held.passkey) return [...needed, 'passkey'];
  return [...needed, ...(second && reached < 2 ? [second] : []), 'new passkey'];
}

const FRESH = ['nothing', 'the password', 'all factors'] as const;
const rows = [{}, { totp: true }, { passkey: true }, { totp: true, passkey: true }].flatMap((held) =>
  ([1, 2, 3] as const).flatMap((level) => FRESH.map((fresh): Row => ({ held, level, fresh }))),
);

const CHOICES: readonly Pick<Row, 'held' | 'by'>[] = [
  { held: { phone: true }, by: 'number' },
  { held: { totp: true }, by: 'recovery code' },
  { held: { phone: true }, by: 'recovery code' },
];
const rowsOfChoices = CHOICES.flatMap((choice) =>
  ([2, 3] as const).flatMap((level) => FRESH.map((fresh): Row => ({ ...choice, level, fresh }))),
);

describe('A second factor', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
    for (const level of [1, 2, 3] as const) clients.set(level, await application(running, { leastLevel: level }));
  });
  afterAll(() => running.close());

  describe('that is missing', () => {
    it.each(rows.map((row) => [Object.keys(row.held).join(' and ') || 'a password only', row.level, row.fresh, row]))(
      'is asked for, or made, only as far as it is missing, of a user with %s, where level %i is demanded and fresh is %s',
      async (_held, level, fresh, row) => {
        const someone = await Someone.with(running, row.held);
        if (fresh === 'the password') await someone.givesPassword(await someone.asks(demanding(1)));
        if (fresh === 'all factors') await walked(someone, demanding(row.held.passkey ? 3 : row.held.totp ? 2 : 1));
        if (fresh === 'all factors' && row.held.totp)
          await running.app.get(Database).rows('UPDATE auth.totp SET last_step = 0 WHERE sub = $1', [someone.sub]);
        const [path, back] = await walked(someone, demanding(level));
        expect(path).toBe(expectedPath(row).join(', '));
        const { acr } = await told(demanding(level), back);
        expect(Number(String(acr).at(-1))).toBeGreaterThanOrEqual(level);
      },
    );
  });

  describe('for a stolen password', () => {
    it.each<HeldFactors>([{ totp: true }, { phone: true }, { passkey: true }])(
      'is not reached by that alone for a user with %j',
      async (held) => {
        const thief = (await Someone.with(running, held)).inAnotherBrowser();
        const page = await thief.givesPassword(await thief.asks(demanding(2)));
        expect(page.left).toBeUndefined();
        const csrf = page.forms[0]?.fields['csrf'] ?? '';
        const base = page.url.pathname.replace(/\/second.*/, '');
        const post = (path: string, fields = {}) =>
          thief.person.go(new URL(path, page.url), { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) });
        for (const way of ['totp/new', 'totp', 'passkey', 'passkey/options', 'approval/continue', 'recovery-code']) {
          const fields = { code: '000000', recovery_code: 'AAAAA-AAAAA', response: '{}', key: 'A'.repeat(32) };
          expect((await post(`${base}/second/${way}`, fields)).left).toBeUndefined();
        }
        await thief.person.open('/service/account/');
        for (const way of ['totp/add', 'passkeys/options', 'recovery-codes', 'approval/continue']) {
          const tried = await post(`/service/account/${way}`, { code: '000000' });
          expect([403, 422, 404]).toContain(tried.status);
        }
        expect((await thief.asks(demanding(2))).left).toBeUndefined();
      },
    );
  });

  describe('that the user chooses', () => {
    it.each(rowsOfChoices.map((row) => [Object.keys(row.held).join(), row.by, row.level, row.fresh, row] as const))(
      'is asked for, or stands in, for a user with %s who takes a %s, where level %i is demanded and fresh is %s',
      async (_held, by, level, fresh, row) => {
        const someone = await Someone.with(running, row.held);
        if (by === 'recovery code') codesOf.set(someone, await someone.makesRecoveryCodes());
        if (fresh === 'the password') await someone.givesPassword(await someone.asks(demanding(1)));
        if (fresh === 'all factors') await walked(someone, demanding(2), by);
        const [path, back] = await walked(someone, demanding(level), by);
        expect(path).toBe(expectedPath(row).join(', '));
        const { acr } = await told(demanding(level), back);
        expect(Number(String(acr).at(-1))).toBeGreaterThanOrEqual(level);
      },
    );
  });

  it('is no passkey in a frame of another site, nor under the handle of another user', async () => {
    const someone = await Someone.with(running);
    await someone.makesPasskey(await someone.givesPassword(await someone.asks(demanding(3))));
    const other = someone.inAnotherBrowser();
    const page = await other.givesPassword(await other.asks(demanding(2)));
    const framed = await Authenticator.registered(running, someone.sub, { crossOrigin: true });
    expect([(await other.givesPasskey(page, framed)).status, asks(page, '/passkey')]).toEqual([403, true]);
    const { challenge } = await askForOptions(other.person, page, '/passkey');
    const handle = Buffer.from('another user').toString('base64url');
    const response = someone.device!.answer(challenge, handle);
    expect((await other.person.send(page, '/passkey', { response })).status).toBe(403);
    expect((await other.givesPasskey(page, someone.device)).left).toBeDefined();
  });

  describe('by a recovery code', () => {
    /** Somebody with an authenticator app, at the account page with codes that were just made. */
    async function withCodes(held: HeldFactors = {}): Promise<[Someone, Seen, string[]]> {
      const someone = await Someone.with(running, { totp: true, ...held });
      const { person, userId } = someone;
      const login = { login: userId, password: PASSWORD };
      const page = await person.send(await person.open('/service/account/'), '/account/login', login);
      expect((await person.send(page, '/recovery-codes')).html).toContain('first enter a code');
      const proven = await person.send(page, '/totp/prove', { code: someone.code() });
      const made = await person.send(proven, '/recovery-codes');
      return [someone, made, codesIn(made)];
    }

    it('is one of ten that are shown once; making new ones voids them', async () => {
      const [someone, made, codes] = await withCodes();
      expect(new Set(codes).size).toBe(10);
      expect(made.html).toMatch(/data-keeps="\.codes code" hidden>.*Copy all.*Print/s);
      expect(made.html).toMatch(/<input type="checkbox" required[^>]*>\s*<span>I have saved these codes<.*Continue</s);
      const later = await someone.person.open('/service/account/');
      expect([codesIn(later), later.html.includes('10 of 10 left')]).toEqual([[], true]);
      const twice = await Promise.all([0, 1].map(() => someone.person.send(later, '/recovery-codes')));
      const rows = await running.app
        .get(Database)
        .rows('SELECT code_hash FROM auth.recovery_code WHERE sub = $1', [someone.sub]);
      expect(rows).toHaveLength(10);
      expect(JSON.stringify(rows)).not.toContain(codes[0]);
      expect(twice.map((page) => codesIn(page).length)).toEqual([10, 10]);
      const other = someone.inAnotherBrowser();
      const page = await other.givesPassword(await other.asks(demanding(2)));
      const refused = await other.givesRecoveryCode(page, codes[0]!);
      expect([refused.status, refused.html.includes('was used before')]).toEqual([403, true]);
    });

    it('lets in once, also of two browsers at once, is told as level 2, and the user is told of it by mail', async () => {
      const emailId = `${randomUUID()}@mail.example`;
      const [someone, , [code = '', next = '']] = await withCodes({ emailId });
      const browsers = [someone.inAnotherBrowser(), someone.inAnotherBrowser()];
      const pages: Seen[] = [];
      for (const one of browsers) pages.push(await one.givesPassword(await one.asks(demanding(2))));
      const typed = code.toLowerCase().replace('-', ' ');
      const tried = await Promise.all(browsers.map((one, index) => one.givesRecoveryCode(pages[index]!, typed)));
      const [back] = tried.filter(({ left }) => left);
      expect(tried.filter(({ left }) => left)).toHaveLength(1);
      const { acr, amr } = await told(demanding(2), back!);
      expect([acr, amr]).toEqual(['urn:countersign:acr:2', ['pwd', 'otp', 'mfa']]);
      await openTries(someone);
      const loser = tried.findIndex(({ left }) => !left);
      expect((await browsers[loser]!.givesRecoveryCode(pages[loser]!, code)).status).toBe(403);
      await openTries(someone);
      expect((await browsers[loser]!.givesRecoveryCode(pages[loser]!, next)).left).toBeDefined();
      const kinds = ['auth.recovery-code-used'];
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE, subject: someone.sub, kinds }, 10);
      expect(entries).toHaveLength(2);
      const notices = async () =>
        (await mailsTo(running, emailId, 'users/account-notice')).map(({ subject }) => subject);
      await until(
        async () => (await notices()).filter((one) => one.startsWith('A recovery code was used')).length === 2,
      );
    });

    it('does not help when it is of another user, and the enterprise sees how many are left and removes them', async () => {
      const [someone, , codes] = await withCodes();
      const [other] = await withCodes();
      const thief = other.inAnotherBrowser();
      const page = await thief.givesPassword(await thief.asks(demanding(2)));
      expect((await thief.givesRecoveryCode(page, codes[0]!)).status).toBe(403);
      const portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
      const path = `/v1/users/${someone.userId}`;
      const held = (await portal.get(`${path}/credentials`)).body.recoveryCodes;
      expect(held).toEqual({ createdTs: expect.any(Number), left: 10 });
      const { status } = await portal.delete(`${path}/recoveryCodes`);
      expect([status, (await portal.delete(`${path}/recoveryCodes`)).status]).toEqual([204, 404]);
      expect((await portal.get(`${path}/credentials`)).body.recoveryCodes).toBeNull();
    });
  });

  it('is taken away by RESET, with phones and recovery codes, and made anew after a new password', async () => {
    const emailId = `${randomUUID()}@mail.example`;
    const someone = await Someone.with(running, { totp: true, phone: true, emailId });
    await someone.makesRecoveryCodes();
    const { userId } = someone;
    const portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
    expect((await portal.put(`/v1/users/${userId}/status`, { status: 'RESET' })).status).toBe(200);
    const held = async (part: string) => (await portal.get(`/v1/users/${userId}/${part}`)).body;
    await until(async () => (await held('credentials')).totp === null);
    expect([(await held('credentials')).recoveryCodes, (await held('devices')).devices]).toEqual([null, []]);
    const code = await mailedCode(running, emailId, 1, 'users/activation-code');
    const { person } = someone.inAnotherBrowser();
    const form = await person.follow(await person.open(authorizeUrl(running, demanding(2))), '/activate');
    const typed = { login: userId, activation_code: code, new_password: 'lamp orbit velvet 28 canoe' };
    const next = Object.assign(someone.inAnotherBrowser(), { person });
    const page = await person.send(form, '/activate', typed);
    expect((await told(demanding(2), await next.setsUpTotp(page)))['acr']).toBe('urn:countersign:acr:2');
  });

  describe('is shown on the account page with when and where it was last used', () => {
    const sectionOf = ({ html }: Seen, id: string) => html.split(`<h2 id="${id}">`)[1]?.split('</section>')[0] ?? '';
    const used = (words: string) => new RegExp(`${words} on <time[\\s\\S]+From <bdi>127\\.0\\.0\\.x`);
    const factors: readonly (readonly [string, HeldFactors, Step | undefined, string])[] = [
      ['password', { totp: true }, undefined, 'Last used'],
      ['totp', { totp: true }, undefined, 'Last used'],
      ['recovery-codes', { totp: true }, 'recovery code', 'Last used'],
      ['passkeys', { passkey: true }, undefined, 'Last used'],
      ['devices', { phone: true }, 'number', 'Last approved a sign-in'],
    ];

    it.each(factors)('%s', async (id, held, by, words) => {
      const told = used(words);
      const someone = await Someone.with(running, held);
      if (by === 'recovery code') codesOf.set(someone, await someone.makesRecoveryCodes());
      const before = someone.inAnotherBrowser();
      await before.givesPassword(await before.asks(demanding(1)));
      if (id !== 'password') expect(sectionOf(await before.person.open('/service/account/'), id)).not.toMatch(told);
      await walked(someone, demanding(held.passkey ? 3 : 2), by);
      expect(sectionOf(await someone.person.open('/service/account/'), id)).toMatch(told);
    });

    it('or, for a phone, when its app was last open', async () => {
      const someone = await Someone.with(running, { phone: true });
      await someone.givesPassword(await someone.asks(demanding(1)));
      const page = await someone.person.open('/service/account/');
      expect(sectionOf(page, 'devices')).toMatch(/<bdi>Phone<\/bdi>[\s\S]+Added on <time[\s\S]+Last used on <time/);
    });
  });

  describe('that is lost', () => lostSecondFactor(() => running, demanding));

  describe('that a browser stands in for', () => rememberedBrowser(() => running, demanding));

  describe('by an authenticator app', () => {
    it('is told as level 2, with otp and mfa', async () => {
      const someone = await Someone.with(running, { totp: true });
      const { acr, amr } = await told(demanding(2), (await walked(someone, demanding(2)))[1]);
      expect([acr, amr]).toEqual(['urn:countersign:acr:2', ['pwd', 'otp', 'mfa']]);
    });

    it('takes each code once, also from two browsers at once, and none from before it', async () => {
      const someone = await Someone.with(running, { totp: true });
      const browsers = [someone, someone.inAnotherBrowser(), someone.inAnotherBrowser()];
      const pages: Seen[] = [];
      for (const one of browsers) pages.push(await one.givesPassword(await one.asks(demanding(2))));
      const code = someone.code();
      const tried = await Promise.all([0, 1].map((index) => browsers[index]!.givesCode(pages[index]!, code)));
      expect(tried.filter(({ left }) => left)).toHaveLength(1);
      await openTries(someone);
      expect((await browsers[2]!.givesCode(pages[2]!, someone.code(-1))).status).toBe(403);
    });

    it('delays further tries after a wrong one, and a right password does not end the delay', async () => {
      const someone = await Someone.with(running, { totp: true });
      const page = await someone.givesPassword(await someone.asks(demanding(2)));
      const wrong = await someone.givesCode(page, '000000');
      expect([wrong.status, wrong.html.includes('That code is wrong')]).toEqual([403, true]);
      const again = await someone.givesPassword(await someone.asks(demanding(2), { prompt: 'login' }));
      const refused = await someone.givesCode(again);
      expect(refused.html).toContain('Too many wrong codes');
      await openTries(someone);
      expect((await someone.givesCode(refused)).left).toBeDefined();
    });

    it('is set up only when a code has confirmed it, and by the key that was shown', async () => {
      const someone = await Someone.with(running);
      const page = await someone.givesPassword(await someone.asks(demanding(2)));
      const refused = await someone.setsUpTotp(page, '000000');
      expect([refused.status, asks(refused, '/second/totp/new')]).toEqual([422, true]);
      expect(await apps(someone)).toEqual([]);
      const { secret } = someone;
      await openTries(someone);
      expect((await someone.setsUpTotp(refused)).left).toBeDefined();
      expect(someone.secret).toEqual(secret);
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant: LIVE, subject: someone.sub, kinds: ['auth.totp-added'] }, 10);
      expect(entries).toMatchObject([{ details: { by: 'user' } }]);
    });

    it('is not set up for another user, nor by a password alone beside a factor that there is', async () => {
      const [someone, other] = [await Someone.with(running), await Someone.with(running, { totp: true })];
      const page = await someone.givesPassword(await someone.asks(demanding(2)));
      const setup = page.forms.find(({ action }) => action.endsWith('/totp/new'))?.fields['setup'] ?? '';
      const theirs = await other.givesPassword(await other.asks(demanding(2)));
      const url = new URL(theirs.url);
      url.pathname += '/second/totp/new';
      const csrf = theirs.forms[0]?.fields['csrf'] ?? '';
      const body = new URLSearchParams({ csrf, setup, code: someone.code() });
      expect((await other.person.go(url, { method: 'POST', body })).status).toBe(403);
    });

    it('is seen and removed by the enterprise, which never sees its secret', async () => {
      const portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
      const someone = await Someone.with(running, { totp: true });
      const path = `/v1/users/${someone.userId}`;
      const { totp } = (await portal.get(`${path}/credentials`)).body;
      expect(totp).toEqual({ createdTs: expect.any(Number), lastUsedTs: expect.any(Number) });
      const { status } = await portal.delete(`${path}/totp`);
      expect([status, (await portal.delete(`${path}/totp`)).status]).toEqual([204, 404]);
      expect((await portal.get(`${path}/credentials`)).body.totp).toBeNull();
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant: LIVE, subject: someone.sub, kinds: ['auth.totp-removed'] }, 10);
      expect(entries).toMatchObject([{ details: { by: 'enterprise' } }]);
    });

    it('is set up on the account page, where a stolen password then changes nothing', async () => {
      const someone = await Someone.with(running);
      const { person, userId } = someone;
      const atAccount = async () =>
        person.send(await person.open('/service/account/'), '/account/login', { login: userId, password: PASSWORD });
      const [, key = ''] = /secret=([A-Z2-7]+)/.exec((await atAccount()).html) ?? [];
      someone.takes(key);
      const added = await person.send(await person.open('/service/account/'), '/totp/add', { code: someone.code() });
      expect(added.html).not.toContain('The authenticator app is turned on.'); // each page has a key of its own
      const page = await person.open('/service/account/');
      someone.takes(/secret=([A-Z2-7]+)/.exec(page.html)?.[1] ?? '');
      await openTries(someone);
      const done = await person.send(page, '/totp/add', { code: someone.code() });
      expect(done.html).toContain('The authenticator app is turned on.');
      const thief = Object.assign(await Someone.with(running), { userId });
      const theirs = await thief.person.send(await thief.person.open('/service/account/'), '/account/login', {
        login: userId,
        password: PASSWORD,
      });
      expect(asks(theirs, '/totp/remove')).toBe(false);
      const csrf = theirs.forms[0]?.fields['csrf'] ?? '';
      const post = (path: string, fields = {}) =>
        thief.person.go(new URL(path, theirs.url), {
          method: 'POST',
          body: new URLSearchParams({ csrf, ...fields }),
        });
      expect((await post('totp/remove')).html).toContain('first enter a code');
      expect((await post('passkeys/options')).status).toBe(403);
      const change = { current_password: PASSWORD, new_password: 'lamp orbit velvet 28 canoe' };
      expect((await post('password', change)).html).toContain('first enter a code');
      await openTries(someone);
      const proven = await thief.person.send(theirs, '/totp/prove', { code: someone.code(1) });
      expect(asks(proven, '/totp/remove')).toBe(true);
      expect((await thief.person.send(proven, '/totp/remove')).html).toContain('The authenticator app was removed.');
    });

    it('counts no more on the account page when the enterprise stops allowing it', async () => {
      const someone = await Someone.with(running, { totp: true, passkey: true });
      const { person, userId } = someone;
      const page = await person.send(await person.open('/service/account/'), '/account/login', {
        login: userId,
        password: PASSWORD,
      });
      const proven = await person.send(page, '/totp/prove', { code: someone.code() });
      expect(asks(proven, '/totp/remove')).toBe(true);
      await chooseSignIn(running, { factors: ['approval', 'recoveryCode'] });
      try {
        const refused = await person.send(proven, '/totp/remove');
        expect(refused.html).toContain('first sign in with your passkey');
        expect(await apps(someone)).toHaveLength(1);
      } finally {
        await chooseSignIn(running, { factors: ['totp', 'approval', 'recoveryCode'] });
      }
    });

    const oathtool = spawnSync('oathtool', ['--version']).status === 0;
    (oathtool ? it : it.skip)('takes the codes of oathtool, another implementation', async () => {
      const someone = await Someone.with(running, { totp: true });
      const { stdout } = spawnSync('oathtool', ['--totp', '--base32', toBase32(someone.secret!)], { encoding: 'utf8' });
      const page = await someone.givesPassword(await someone.asks(demanding(2)));
      expect((await someone.givesCode(page, stdout.trim())).left).toBeDefined();
    });
  });
});
