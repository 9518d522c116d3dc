import type { Page } from 'playwright-core';
import { activeWith, forgetPassword, provenByPasskey, type Belongings } from '../account-fixtures.js';
import { Someone } from '../leveled-user.js';
import { active, PASSWORD } from '../signing-in.js';
import { LONG_NAME, send, someId, submit, type PageState, type Scene } from './scene.js';

const ACCOUNT = '/service/account/';
const LOGOUT = '/service/authserver/oauth/logout';
const ONE: Belongings = {
  passkeys: ['Phone in my pocket'],
  devices: ['Chloé’s phone'],
  applications: ['Harbour Invoices'],
  otherBrowsers: 1,
};
const MANY: Belongings = {
  passkeys: Array.from({ length: 20 }, (_, i) => `Passkey ${i + 1}`),
  devices: [LONG_NAME, ...Array.from({ length: 9 }, (_, i) => `Phone ${i + 1}`)],
  applications: [LONG_NAME, ...Array.from({ length: 7 }, (_, i) => `Application ${i + 1}`)],
  otherBrowsers: 19,
};

async function owning({ bank }: Scene, page: Page, belongings: Belongings): Promise<string> {
  const userId = someId();
  const sub = await activeWith(bank.running, userId, belongings, await page.evaluate<string>('navigator.language'));
  await page.goto(bank.address(ACCOUNT));
  await send(page, '/login', { login: userId, password: PASSWORD });
  await page.waitForSelector('.panel');
  if (!belongings.passkeys) return sub;
  await provenByPasskey(bank.running, sub);
  await page.reload();
  await page.waitForSelector('.panel');
  return sub;
}

async function leaving(scene: Scene, page: Page): Promise<void> {
  await owning(scene, page, {});
  await page.goto(scene.bank.address(LOGOUT));
}

async function left(scene: Scene, page: Page, button: string): Promise<void> {
  await leaving(scene, page);
  await page.click(button);
  await page.waitForSelector('.symbol.done');
}

export const accountStates = {
  logout: leaving,
  'signed-out': (scene, page) => left(scene, page, 'button[value=yes]'),
  'still-signed-in': (scene, page) => left(scene, page, 'button.quiet'),
  'account-login': ({ bank }, page) => page.goto(bank.address(ACCOUNT)),
  'account-login-again': async (scene, page) => {
    await owning(scene, page, {});
    await page.goto(scene.bank.address(`${ACCOUNT}?again=true`));
  },
  'account-address-undo': ({ bank }, page) => page.goto(bank.address(`${ACCOUNT}address/undo`)),
  'account-empty': (scene, page) => owning(scene, page, {}),
  account: (scene, page) => owning(scene, page, ONE),
  'account-many': (scene, page) => owning(scene, page, MANY),
  'account-all': async (scene, page) => {
    await owning(scene, page, MANY);
    for (const summary of await page.$$('summary')) await summary.click();
  },
  'account-rename': async (scene, page) => {
    await owning(scene, page, ONE);
    await page.click('a[href*="rename="]');
    await page.waitForSelector('#new_name');
  },
  'account-only-passkey': async (scene, page) => {
    await forgetPassword(scene.bank.running, await owning(scene, page, { passkeys: ['Passkey'] }));
    await page.reload();
  },
  'account-codes': async ({ bank }, page) => {
    const [userId, language] = [someId(), await page.evaluate<string>('navigator.language')];
    const someone = await Someone.of(bank.running, userId, await active(bank.running, userId, { language }), {
      totp: true,
    });
    await page.goto(bank.address(ACCOUNT));
    await send(page, '/login', { login: someone.userId, password: PASSWORD });
    await page.waitForSelector('.panel');
    await send(page, '/totp/prove', { code: someone.code() });
    await submit(page, '/recovery-codes');
    await page.waitForSelector('.codes');
  },
  'account-removed': async (scene, page) => {
    await owning(scene, page, ONE);
    await submit(page, '/passkeys/remove');
    await page.waitForSelector('.note.good');
  },
  'account-wrong-password': async (scene, page) => {
    await owning(scene, page, {});
    await page.click('.fold:has(#current_password) summary');
    await send(page, '/password', { current_password: 'not this one!', new_password: PASSWORD });
    await page.waitForSelector('#current_password[aria-invalid]');
  },
} satisfies Record<string, PageState>;
