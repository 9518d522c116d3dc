import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Bank } from '../support/bank.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { active, application, CODE, enrolled, PASSWORD } from '../support/signing-in.js';

const SHOTS = process.env['SCREENSHOTS'];
let bank: Bank;
beforeAll(async () => {
  bank = await Bank.open();
});
afterAll(() => bank.close());

async function onEach(name: string, page: Page): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  for (const [device, viewport] of [
    ['phone', PHONE],
    ['desktop', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${SHOTS}/${name}-${device}-${colorScheme}.png`, fullPage: true });
    }
  }
}

it('signs in with script, and looks at the password meanwhile', async () => {
  await active(bank.running, 'amelia', { firstName: 'Amelia', lastName: 'Ortega' });
  const { context, page, complaints } = await bank.visitor();
  await page.goto(bank.entrance());
  await onEach('login', page);
  await page.fill('#login', 'amelia');
  await page.fill('#password', 'not her password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForSelector('[role=alert]');
  expect(await page.title()).toMatch(/^Error: /);
  await onEach('login-failed', page);
  await page.waitForTimeout(1_100); // the delay after a wrong try
  await page.fill('#password', PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  expect(await page.getAttribute('#password', 'type')).toBe('text');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/robots\.txt\?code=/);
  expect(complaints).toEqual([]);
  await context.close();
});

it('activates, asks for consent and signs out', async () => {
  await enrolled(bank.running, 'bruno', { firstName: 'Bruno', lastName: 'Keller' });
  const shop = await application(bank.running, {
    clientName: 'Harbour Invoices',
    redirectUris: bank.online.redirectUris,
    firstParty: false,
  });
  const { context, page, complaints } = await bank.visitor();
  await page.goto(bank.entrance(shop, { scope: 'openid profile email phone offline_access', prompt: 'consent' }));
  await page.getByRole('link', { name: 'I have an activation code' }).click();
  await onEach('activate', page);
  await page.fill('#login', 'bruno');
  await page.fill('#activation_code', CODE);
  await page.fill('#new_password', 'brunokeller');
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await page.waitForSelector('#new_password[aria-invalid]');
  await onEach('activate-short', page);
  await page.fill('#new_password', PASSWORD);
  await page.getByRole('button', { name: 'Activate and sign in' }).click();
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
  await onEach('consent', page);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.waitForURL(/robots\.txt\?code=/);
  await page.goto(bank.address('/service/authserver/oauth/logout'));
  await onEach('logout', page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await onEach('signed-out', page);
  await page.goto(bank.address('/service/authserver/oauth/logout'));
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it.each(['es', 'de', 'ar'])('speaks %s', async (language) => {
  const { context, page, complaints } = await bank.visitor({ locale: language });
  await page.goto(bank.entrance());
  await onEach(`login-${language}`, page);
  await page.goto(`${page.url()}/activate`);
  await onEach(`activate-${language}`, page);
  expect(await page.getAttribute('html', 'dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  // Nothing stands out of a small phone.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(complaints).toEqual([]);
  await context.close();
});

it('explains errors', async () => {
  const { context, page } = await bank.visitor();
  await page.goto(bank.entrance(bank.online, { redirect_uri: 'https://evil.example/' }));
  await onEach('error', page);
  await page.goto(bank.address('/service/interaction/gone'));
  await onEach('expired', page);
  await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  await context.close();
});
