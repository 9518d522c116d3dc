import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { IdentityChecks } from '../../../src/auth/contract/index.js';
import { IdvFinished } from '../../../src/idv/contract/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { Authenticator } from '../authenticator.js';
import { DAY, moveClock } from '../clock.js';
import { mailedCode } from '../mails.js';
import { active, application, chooseSignIn, CODE, enrolled, letRecover, PASSWORD } from '../signing-in.js';
import { Someone } from '../leveled-user.js';
import { send, someId, submit, type PageState, type Scene } from './scene.js';

const SCOPES = 'openid profile email phone offline_access notifications';

const signingIn = ({ bank }: Scene, page: Page, client = bank.online) => page.goto(bank.entrance(client));

async function activating(scene: Scene, page: Page): Promise<void> {
  await signingIn(scene, page);
  await page.click('a[href$="/activate"]');
  await page.waitForSelector('#activation_code');
}

const PAYMENT_OF_SHOP = {
  type: 'payment_initiation',
  instructedAmount: { amount: '1250.00', currency: 'EUR' },
  creditorName: 'Stadtwerke Bad Münstereifel GmbH & Co. KG',
  creditorAccount: { iban: 'DE02100100109307118603' },
};

async function consenting(
  { bank }: Scene,
  page: Page,
  client: Client,
  more: Record<string, string> = {},
): Promise<void> {
  const userId = someId();
  await enrolled(bank.running, userId, { firstName: 'Bruno', lastName: 'Keller' });
  await page.goto(bank.entrance(client, { scope: SCOPES, prompt: 'consent', ...more }));
  await page.click('a[href$="/activate"]');
  await send(page, '/activate', { login: userId, activation_code: CODE, new_password: PASSWORD });
  await page.waitForSelector('button[value=allow]');
}

async function recovering(scene: Scene, page: Page): Promise<void> {
  await letRecover(scene.bank.running);
  await signingIn(scene, page);
  await page.click('a[href$="/recover"]');
  await page.waitForSelector('form[action$="/recover"] #login');
}

async function codeAsked(scene: Scene, page: Page): Promise<void> {
  await recovering(scene, page);
  await send(page, '/recover', { login: someId() });
  await page.waitForSelector('#code');
}

/** Opens the page of a user who forgot the password and has entered the mailed code. */
async function codeEntered(scene: Scene, page: Page, prepare?: (sub: string) => Promise<unknown>): Promise<void> {
  const { running } = scene.bank;
  const userId = someId();
  const emailId = `${userId}@mail.example`;
  const sub = await active(running, userId, { emailId });
  await prepare?.(sub);
  await recovering(scene, page);
  await send(page, '/recover', { login: userId });
  await page.waitForSelector('#code');
  await send(page, '/recover/code', { code: await mailedCode(running, emailId) });
}

async function askedForPhone({ bank }: Scene, page: Page): Promise<Someone> {
  const strict = await application(bank.running, { leastLevel: 2, clientName: 'Meridian Business' });
  const someone = await Someone.with(bank.running, { phone: true });
  await page.goto(bank.entrance(strict));
  await send(page, '/login', { login: someone.userId, password: PASSWORD });
  await page.waitForSelector('form[action$="/second/approval"]');
  return someone;
}

/** Opens the page that shows a number and waits for the phone. */
async function shownNumber(scene: Scene, page: Page): Promise<Someone> {
  const someone = await askedForPhone(scene, page);
  await submit(page, '/second/approval');
  await page.waitForSelector('.two');
  return someone;
}

/** Opens the page of a user with every second factor, where browsers can be remembered. */
async function everyFactor({ bank }: Scene, page: Page): Promise<void> {
  const { running } = bank;
  await chooseSignIn(running, { rememberBrowserDays: 30 });
  const strict = await application(running, { leastLevel: 2, clientName: 'Meridian Business' });
  const someone = await Someone.with(running, { totp: true, passkey: true, phone: true });
  await someone.makesRecoveryCodes();
  await page.goto(bank.entrance(strict));
  await send(page, '/login', { login: someone.userId, password: PASSWORD });
  await page.waitForSelector('#remember-hint');
}

/** Opens the page of a user without second factors. `began`: milliseconds since the wait has begun. */
async function lostFactor({ bank }: Scene, page: Page, began?: number): Promise<void> {
  const { running } = bank;
  await chooseSignIn(running, { factorRecovery: 'identity' });
  const check = { sessionId: randomUUID(), url: bank.address('/robots.txt') };
  const checks = { isOffered: () => Promise.resolve(true), open: () => Promise.resolve(check) };
  Object.assign(running.app.get(IdentityChecks), checks);
  const strict = await application(running, { leastLevel: 2, clientName: 'Meridian Business' });
  const someone = await Someone.with(running, { totp: true });
  await page.goto(bank.entrance(strict));
  await send(page, '/login', { login: someone.userId, password: PASSWORD });
  await page.click('a[href$="/second/lost"]');
  await page.waitForSelector('form[action$="/lost/identity"]');
  if (began === undefined) return;
  const lost = page.url();
  await submit(page, '/lost/identity');
  await page.waitForURL(check.url);
  const ref = { sub: someone.sub, userId: someone.userId, enterpriseId: 'default', test: false };
  const end = { sessionId: check.sessionId, status: 'VERIFIED', kycReferenceId: null };
  moveClock(running.app, -began);
  await running.app.get(UnitOfWork).run((tx) => {
    tx.record(new IdvFinished({ ...ref, ...end }));
    return Promise.resolve();
  });
  moveClock(running.app, began);
  await page.goto(lost);
  await page.waitForSelector('form[action$="/lost/stop"]');
}

const BRUNO = { login: 'bruno.keller', activation_code: CODE };

export const signInStates = {
  login: (scene, page) => signingIn(scene, page),
  'login-accounts': async ({ bank }, page) => {
    const people = [
      { firstName: 'Mina', lastName: 'Okoro' },
      { firstName: 'Bruno', lastName: 'Keller' },
    ];
    for (const person of people) {
      const userId = someId();
      await active(bank.running, userId, person);
      await page.goto(bank.entrance(bank.online, { prompt: 'login' }));
      await send(page, '/login', { login: userId, password: PASSWORD });
      await page.waitForURL((url) => url.searchParams.has('code')).catch(() => undefined);
    }
    await page.goto(bank.entrance(bank.online, { prompt: 'login' }));
    await page.waitForSelector('.accounts');
  },
  'login-long-client': (scene, page) => signingIn(scene, page, scene.longNamed),
  'login-failed': async (scene, page) => {
    await signingIn(scene, page);
    await send(page, '/login', { login: 'amelia.ortega', password: 'not her password' });
    await page.waitForSelector('.note.bad');
  },
  'login-no-passkey': async (scene, page) => {
    await signingIn(scene, page);
    await page.route('**/passkey/options', (route) => route.abort());
    await submit(page, '/passkey');
    await page.waitForSelector('.wrong:not(:empty)');
  },
  activate: activating,
  'activate-typing': async (scene, page) => {
    await activating(scene, page);
    for (const [id, value] of Object.entries(BRUNO)) await page.fill(`#${id}`, value);
    await page.fill('#new_password', PASSWORD.slice(0, 8));
  },
  'activate-failed': async (scene, page) => {
    await activating(scene, page);
    await send(page, '/activate', { ...BRUNO, new_password: PASSWORD });
    await page.waitForSelector('.note.bad');
  },
  'activate-weak': async (scene, page) => {
    await activating(scene, page);
    await send(page, '/activate', { ...BRUNO, new_password: 'brunokeller' });
    await page.waitForSelector('#new_password[aria-invalid]');
  },
  'activate-no-passkey': async (scene, page) => {
    await activating(scene, page);
    for (const [id, value] of Object.entries(BRUNO)) await page.fill(`#${id}`, value);
    await page.route('**/passkey/options', (route) => route.abort());
    await submit(page, '/activate/passkey');
    await page.waitForSelector('.wrong:not(:empty)');
  },
  recover: recovering,
  'recover-code': codeAsked,
  'recover-wrong': async (scene, page) => {
    await codeAsked(scene, page);
    await send(page, '/recover/code', { code: 'AAAAA-AAAAA' });
    await page.waitForSelector('.note.bad');
  },
  'recover-choose': async (scene, page) => {
    await codeEntered(scene, page);
    await page.waitForSelector('#new_password');
  },
  'recover-second': async (scene, page) => {
    await codeEntered(scene, page, (sub) => Authenticator.registered(scene.bank.running, sub));
    await page.waitForSelector('form[action$="/recover/second"]');
  },
  'second-step-new': async ({ bank }, page) => {
    const strict = await application(bank.running, { leastLevel: 2, clientName: 'Meridian Business' });
    const userId = someId();
    await active(bank.running, userId, { firstName: 'Bruno', lastName: 'Keller' });
    await page.goto(bank.entrance(strict));
    await send(page, '/login', { login: userId, password: PASSWORD });
    await page.waitForSelector('#code');
  },
  'second-step': async ({ bank }, page) => {
    const strict = await application(bank.running, { leastLevel: 2, clientName: 'Meridian Business' });
    const { userId } = await Someone.with(bank.running, { totp: true });
    await page.goto(bank.entrance(strict));
    await send(page, '/login', { login: userId, password: PASSWORD });
    await page.waitForSelector('#code');
    await send(page, '/second/totp', { code: '000000' });
    await page.waitForSelector('.note.bad');
  },
  'second-choice': everyFactor,
  'second-number-remember': async (scene, page) => {
    await everyFactor(scene, page);
    await submit(page, '/second/approval');
    await page.waitForSelector('.two');
  },
  'second-lost': (scene, page) => lostFactor(scene, page),
  'second-lost-wait': (scene, page) => lostFactor(scene, page, 0),
  'second-lost-ready': (scene, page) => lostFactor(scene, page, 2 * DAY),
  'second-phone': (scene, page) => askedForPhone(scene, page),
  'second-number': (scene, page) => shownNumber(scene, page),
  'second-number-wrong': async (scene, page) => {
    const someone = await shownNumber(scene, page);
    const right = (await page.textContent('.two'))?.trim() ?? '';
    const [{ actions }] = await someone.askedOnPhone();
    await someone.chooses(actions.find(({ action }: { action: string }) => action !== `number.${right}`).action);
    await page.waitForSelector('.note.bad');
  },
  'go-on': async ({ bank }, page) => {
    const [userId, redirectUris] = [someId(), ['com.example.app:/cb']];
    const app = await application(bank.running, {
      applicationType: 'native',
      redirectUris,
      clientName: 'Meridian App',
    });
    await active(bank.running, userId, { firstName: 'Bruno', lastName: 'Keller' });
    await page.goto(bank.address('/service/account/'));
    await send(page, '/login', { login: userId, password: PASSWORD });
    await page.goto(bank.entrance(app));
    await page.waitForSelector('button[value=allow]');
  },
  consent: (scene, page) =>
    consenting(scene, page, scene.shop, { authorization_details: JSON.stringify([PAYMENT_OF_SHOP]) }),
  'consent-long-client': (scene, page) => consenting(scene, page, scene.longNamed),
} satisfies Record<string, PageState>;
