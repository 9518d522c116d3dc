import { decodeJwt } from 'jose';
import { AuditLog } from '../../../src/audit/contract/index.js';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { acrOf, newId } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { codeIn, redeem } from '../../support/code-flow.js';
import { registerDevice, TestDevice } from '../../support/devices.js';
import type { Seen } from '../../support/person.js';
import { Someone } from '../../support/leveled-user.js';
import { signed } from '../../support/signed-answer.js';
import { application, LIVE, MANY_LOGINS, PASSWORD } from '../../support/signing-in.js';
import { newPhone } from './new-phone.cases.js';

let running: TestApplication;
let client: Client;

const numberOn = ({ html }: Seen): string => /class="two"[^>]*>\s*(\d\d)\s*</.exec(html)?.[1] ?? '';
const goesOn = (someone: Someone, page: Seen) => someone.person.send(page, '/second/approval/continue');
const db = () => running.app.get(Database);

/** Somebody whose page shows a number. */
async function asking(held = {}): Promise<[Someone, Seen]> {
  const someone = await Someone.with(running, { phone: true, ...held });
  return [someone, await someone.asksPhone(await someone.givesPassword(await someone.asks(client)))];
}

/** Whether the session of the browser ended. */
const isOut = async (someone: Someone) =>
  (await someone.asks(client)).forms.some(({ action }) => action.endsWith('/login'));

describe('An approval on the phone', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { ...MANY_LOGINS, TRUST_PROXY: '127.0.0.1' } });
    client = await application(running, { leastLevel: 2, clientName: 'Example  Bank\nPlace: here' });
  });
  afterAll(() => running.close());

  it('shows the number on the page alone, and three numbers on the phone with what is known of the sign-in', async () => {
    const [someone, page] = await asking();
    const [asked] = await someone.askedOnPhone();
    const actions = asked.actions.map(({ action }: { action: string }) => action);
    expect(actions).toHaveLength(4);
    expect(actions).toContain(`number.${numberOn(page)}`);
    expect(actions.at(-1)).toBe('fraud');
    expect(asked.body.map(({ lng }: { lng: string }) => lng).sort()).toEqual(['ar', 'de', 'en', 'es']);
    const { message } = asked.body.find(({ lng }: { lng: string }) => lng === 'en');
    expect(message).toContain('Application: Example Bank Place: here\nPlace: 127.0.0.x\nBrowser: unknown');
    expect(page.html).toContain('<noscript><meta http-equiv="refresh" content="5" /></noscript>');
    expect(JSON.stringify(await db().rows('SELECT * FROM auth.number_approval'))).not.toContain(`"${numberOn(page)}"`);
  });

  it('is told as level 2, by password and a key in software, and works once', async () => {
    const [someone, page] = await asking();
    const waiting = await goesOn(someone, page);
    expect(numberOn(waiting)).toBe(numberOn(page));
    expect(await someone.chooses(numberOn(page))).toBe(200);
    const right = await someone.person.open(page.url);
    expect(right.html).toContain('Your phone has approved this sign-in.');
    const pages = await Promise.all([0, 1].map(() => goesOn(someone, right)));
    const back = pages.filter(({ left }) => left);
    expect(back.length).toBeGreaterThanOrEqual(1);
    const { body } = await redeem(running, client, codeIn(back[0]!));
    const { acr, amr } = decodeJwt(body.id_token);
    expect([acr, amr]).toEqual(['urn:countersign:acr:2', ['pwd', 'pop', 'swk', 'mfa']]);
    const used = await db().rows('SELECT count(used_at)::int AS uses FROM auth.number_approval WHERE sub = $1', [
      someone.sub,
    ]);
    expect(used).toEqual([{ uses: 1 }]);
  });

  it('ends with a wrong number, which counts like a wrong code', async () => {
    const [someone, page] = await asking({ totp: true });
    const [asked] = await someone.askedOnPhone();
    const wrong = asked.actions.find(({ action }: { action: string }) => action !== `number.${numberOn(page)}`);
    await someone.chooses(wrong.action);
    const refused = await goesOn(someone, page);
    expect([refused.status, refused.html.includes('A different number was chosen')]).toEqual([403, true]);
    // The second of waiting that the try has cost is made a minute, so that a slow machine is in it too.
    await db().rows(
      `UPDATE auth.login_tries SET open_at = open_at + interval '1 minute' WHERE subject LIKE '%' || $1`,
      [someone.sub],
    );
    const tooSoon = await someone.givesCode(
      await someone.person.follow(refused, refused.url.pathname.split('/second')[0]!),
    );
    expect(tooSoon.html).toContain('Too many wrong codes');
    const { entries } = await running.app
      .get(AuditLog)
      .list({ tenant: LIVE, subject: someone.sub, kinds: ['auth.factor-proven'] }, 10);
    expect(entries.at(-1)).toMatchObject({ outcome: 'refused', details: { by: 'approval', because: 'wrong' } });
  });

  it('ends the sign-in that knew the password when the user says that it was somebody else', async () => {
    const [someone, page] = await asking({ totp: true });
    await someone.chooses('fraud');
    const refused = await someone.person.open(page.url);
    expect(refused.html).toMatch(/“It wasn’t me” was pressed|This page has expired/); // by whether the session has ended
    expect(refused.forms.filter(({ action }) => !action.endsWith('/cancel'))).toEqual([]);
    while (!(await isOut(someone))) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('is asked for three times in ten minutes, however many browsers ask at once', async () => {
    const someone = await Someone.with(running, { phone: true });
    const browsers = Array.from({ length: 8 }, () => someone.inAnotherBrowser());
    const pages: Seen[] = [];
    for (const browser of browsers) pages.push(await browser.givesPassword(await browser.asks(client)));
    const shown = await Promise.all(browsers.map((browser, index) => browser.asksPhone(pages[index]!)));
    expect(shown.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(shown.find(({ status }) => status === 429)?.html).toMatch(/try again in (?:9|10) minutes/);
    expect(await someone.askedOnPhone()).toHaveLength(1); // a newer one ends the one before
    await db().rows(`UPDATE auth.number_approval SET created_at = created_at - interval '10 minutes' WHERE sub = $1`, [
      someone.sub,
    ]);
    expect((await browsers[0]!.asksPhone(pages[0]!)).status).toBe(200);
  });

  it('reaches the phone three times of a hundred requests, from ten addresses and by every page, while its user signs in by a code', async () => {
    const someone = await Someone.with(running, { phone: true, totp: true });
    const thieves = Array.from({ length: 10 }, (_, index) => someone.inAnotherBrowser(`198.51.100.${index + 1}`));
    const asking: (() => Promise<Seen>)[] = [];
    for (const thief of thieves) {
      const page = await thief.givesPassword(await thief.asks(client));
      const account = await thief.person.open('/service/account/');
      asking.push(() => thief.asksPhone(page));
      const body = new URLSearchParams({ csrf: account.forms[0]?.fields['csrf'] ?? '' });
      asking.push(() => thief.person.go(new URL('approval', account.url), { method: 'POST', body }));
    }
    const answers: Seen[] = [];
    for (let asked = 0; asked < 100; asked++) answers.push(await asking[asked % asking.length]!());
    const refused = answers.filter(({ html }) => html.includes('at most three requests in ten minutes'));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([422, 429]));
    const newPhones = someone.phone!.another({ gid: newId(), acr: acrOf(1) });
    const { publicKey } = new TestDevice();
    const third = { name: 'Phone of a thief', platform: 'android', publicKey };
    const { event } = await newPhones.byHttp('RequestDeviceApproval', third);
    expect(event?.response.ResponseData).toMatchObject({ reason: 'too_many' });
    const [{ rung }] = (await db().rows('SELECT count(*)::int AS rung FROM notifications.notification WHERE sub = $1', [
      someone.sub,
    ])) as [{ rung: number }];
    expect([refused.length, rung, (await someone.askedOnPhone()).length]).toEqual([97, 3, 1]);
    const owner = someone.inAnotherBrowser('203.0.113.1');
    const page = await owner.givesPassword(await owner.asks(client));
    const { html } = await owner.asksPhone(page);
    expect(html).toContain('at most three requests in ten minutes');
    expect((await owner.givesCode(page)).left).toBeDefined();
  });

  it('is of no use to another sign-in, after its time, or when the sign-in was cancelled', async () => {
    const [someone, page] = await asking();
    const other = someone.inAnotherBrowser();
    const theirs = await other.givesPassword(await other.asks(client));
    await someone.chooses(numberOn(page));
    const csrf = theirs.forms[0]?.fields['csrf'] ?? '';
    const url = new URL(`${theirs.url.pathname}/second/approval/continue`, theirs.url);
    const stolen = await other.person.go(url, { method: 'POST', body: new URLSearchParams({ csrf }) });
    expect([stolen.left, stolen.html.includes('One more step')]).toEqual([undefined, true]);

    const asked = await other.asksPhone(theirs);
    await db().rows('UPDATE auth.number_approval SET expires_at = now() WHERE outcome IS NULL');
    expect((await goesOn(other, asked)).html).toContain('has ended without an answer');

    const [leaving, left] = await asking();
    await leaving.person.send(left, '/cancel');
    expect(await leaving.askedOnPhone()).toEqual([]);
  });

  it('is demanded on the account page before another way to sign in is added to an account with a phone', async () => {
    const someone = await Someone.with(running, { phone: true });
    const { person, userId } = someone;
    await person.send(await person.open('/service/account/'), '/account/login', { login: userId, password: PASSWORD });
    const page = await person.open('/service/account/');
    expect(page.html).toContain('To change how you sign in, first approve it on your phone.');
    expect(page.forms.some(({ action }) => action.endsWith('/totp/add'))).toBe(false);
    const change = { current_password: PASSWORD, new_password: 'lamp orbit velvet 28 canoe' };
    expect((await person.send(page, '/password', change)).html).toContain('first approve it');
    const number = await person.send(page, '/approval');
    await someone.chooses(numberOn(number));
    const proven = await person.send(number, '/approval/continue');
    expect(proven.forms.some(({ action }) => action.endsWith('/totp/add'))).toBe(true);
    expect(proven.html).not.toContain('first approve it');
  });

  describe('whose number is typed', () => {
    const typedOn = ({ phone }: Someone, types = true) =>
      phone!.post('UpdateDevice', { deviceID: phone!.deviceId, typesNumbers: types });

    /** Somebody whose app lets them type, with the question on the phone. */
    async function typing(held = {}): Promise<[Someone, Seen, any]> {
      const someone = await Someone.with(running, { phone: true, ...held });
      expect((await typedOn(someone)).status).toBe(200);
      const page = await someone.asksPhone(await someone.givesPassword(await someone.asks(client)));
      const { event } = await someone.phone!.byHttp('GetNotifications', [0, '', 1, '', '']);
      return [someone, page, event!.response.ResponseData.notifications[0]];
    }

    async function types({ phone }: Someone, uuid: string, number: unknown) {
      const answer = { notificationID: uuid, response: 'number.typed' };
      const { event } = await phone!.byHttp('BeginStepUp', answer);
      const { step_up_id, methods, attempts_left } = event!.response.ResponseData;
      const stepUp = { step_up_id, type: 'number', number };
      const signature = await signed(phone!, uuid, answer.response);
      const { body } = await phone!.post('UpdateNotification', { ...answer, signature, stepUp });
      return { methods, attempts_left, code: body.response.StatusCode };
    }

    it('asks an app that says so for the number itself, and goes on by it', async () => {
      const [someone, page, asked] = await typing();
      expect(page.html).toContain('On your phone, enter');
      expect(asked.actions.map(({ action, authlevel }: any) => [action, authlevel])).toEqual([
        ['number.typed', 1],
        ['fraud', 0],
      ]);
      expect(asked.unmet_actions).toBeUndefined();
      expect(JSON.stringify(asked)).not.toContain(`"${numberOn(page)}"`);
      const { methods, attempts_left, code } = await types(someone, asked.notification_uuid, numberOn(page));
      expect([methods, attempts_left, code]).toEqual([[{ type: 'number', digits: 2 }], 1, 100]);
      expect((await goesOn(someone, page)).left).toBeDefined();
    });

    it('ends with a wrong number, also where the right one is sent at the same time or after it', async () => {
      const [someone, page, asked] = await typing({ totp: true });
      const right = numberOn(page);
      const wrong = right === '17' ? '18' : '17';
      expect((await types(someone, asked.notification_uuid, wrong)).code).toBe(102);
      const refused = await goesOn(someone, page);
      expect([refused.status, refused.html.includes('A different number was chosen')]).toEqual([403, true]);

      const [other, theirs, open] = await typing();
      const guesses = [...new Set([...Array.from({ length: 5 }, (_, at) => String(40 + at)), numberOn(theirs)])];
      const codes = await Promise.all(
        guesses.map((one) => types(other, open.notification_uuid, one).catch(() => null)),
      );
      const rightly = codes.filter((one) => one?.code === 100).length;
      expect((await goesOn(other, theirs)).left === undefined).toBe(rightly === 0);
      const [row] = await db().rows<any>('SELECT typed, outcome FROM auth.number_approval WHERE sub = $1', [other.sub]);
      expect([`RIGHT RIGHT 1`, `WRONG WRONG 0`]).toContain(`${row.typed} ${row.outcome} ${rightly}`);
    });

    it('offers three again where one of the phones cannot type, and takes no password in its place', async () => {
      const [someone, , asked] = await typing();
      const uuid = asked.notification_uuid;
      const answer = { notificationID: uuid, response: 'number.typed' };
      const { event } = await someone.phone!.byHttp('BeginStepUp', answer);
      const { step_up_id } = event!.response.ResponseData;
      const stepUp = { step_up_id, type: 'password', password: PASSWORD };
      const signature = await signed(someone.phone!, uuid, answer.response);
      const { body } = await someone.phone!.post('UpdateNotification', { ...answer, signature, stepUp });
      expect([body.response.StatusCode, JSON.stringify(body)]).toEqual([102, expect.stringContaining('number')]);
      await typedOn(someone, false);
      await someone.asksPhone(await someone.asks(client));
      expect((await someone.askedOnPhone())[0].actions).toHaveLength(4);
    });
  });

  it('is not offered without a phone, nor by one that somebody has added who knew no more than the password', async () => {
    const someone = await Someone.with(running, { totp: true });
    const thief = await (await someone.appOnPhone()).registered();
    const page = await someone.givesPassword(await someone.asks(client));
    expect(page.forms.some(({ action }) => action.endsWith('/second/approval'))).toBe(false);
    await registerDevice(running, someone.sub, { level: 2 });
    const again = await someone.asksPhone(await someone.asks(client));
    someone.phone = thief;
    await someone.chooses(numberOn(again));
    expect((await goesOn(someone, again)).left).toBeUndefined();
  });

  it('counts by the first phone of a user without another factor, and by a second one only after a surer sign-in', async () => {
    const someone = await Someone.with(running);
    const flags = [];
    for (const level of [1, 1, 2] as const)
      flags.push((await registerDevice(running, someone.sub, { level, device: new TestDevice() })).secondFactor);
    expect(flags).toEqual([true, false, true]);
  });

  newPhone(() => running);
});
