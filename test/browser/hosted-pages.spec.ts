import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Client } from '../../src/auth/entities/client.entity.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { active, application, authorizeUrl, CODE, enrolled, PASSWORD } from '../support/signing-in.js';
import { DESKTOP, PHONE, startBrowser } from '../support/browser.js';

const SHOTS = process.env['SCREENSHOTS'];
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

let running: TestApplication;
let browser: Browser;
let bank: Client;
beforeAll(async () => {
  const port = await freePort();
  running = await startTestApplication({
    env: { AUTH_PORT: String(port), AUTH_URL: `http://localhost:${port}`, BRAND_NAME: 'Meridian Bank' },
  });
  bank = await application(running, {
    redirectUris: [`http://localhost:${port}/robots.txt`],
    clientName: 'Meridian Online',
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await running.close();
});

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

const url = (client = bank, params = {}) => authorizeUrl(running, client, params).href;

/** Fails when a page breaks its own policy, or a script throws. */
async function newPage(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 4')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}

async function withAuthenticator(context: BrowserContext, page: Page): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

/** By the button, unless the suggestion of the username field was taken before: the virtual authenticator is that quick. */
const usePasskey = (page: Page): Promise<void> =>
  page
    .getByRole('button', { name: 'Sign in with a passkey' })
    .click({ timeout: 1_000 })
    .catch(() => undefined);

it('signs in with script, and looks at the password meanwhile', async () => {
  await active(running, 'amelia', { firstName: 'Amelia', lastName: 'Ortega' });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page, complaints } = await newPage(context);
  await page.goto(url());
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
  await enrolled(running, 'bruno', { firstName: 'Bruno', lastName: 'Keller' });
  const shop = await application(running, {
    clientName: 'Harbour Invoices',
    redirectUris: bank.redirectUris,
    firstParty: false,
  });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page, complaints } = await newPage(context);
  await page.goto(url(shop, { scope: 'openid profile email phone offline_access', prompt: 'consent' }));
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
  await page.goto(`${running.config.authUrl}/service/authserver/oauth/logout`);
  await onEach('logout', page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await onEach('signed-out', page);
  await page.goto(`${running.config.authUrl}/service/authserver/oauth/logout`);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('adds a passkey on the account page and signs in with it, until it is removed', async () => {
  await active(running, 'chloe', { firstName: 'Chloé', lastName: 'Marchand' });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page, complaints } = await newPage(context);
  const { cdp, id } = await withAuthenticator(context, page);
  await page.goto(`${running.config.authUrl}/service/account/`);
  await onEach('account-login', page);
  await page.fill('#login', 'chloe');
  await page.fill('#password', PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  await page.fill('#name', 'Phone in my pocket');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added.').waitFor();
  await onEach('account', page);

  await context.clearCookies();
  await page.goto(url());
  await usePasskey(page);
  await page.waitForURL(/robots\.txt\?code=/);

  await page.goto(`${running.config.authUrl}/service/account/`);
  await page.getByRole('button', { name: 'Remove Phone in my pocket' }).click();
  await page.getByText('You have no passkeys yet.').waitFor();
  expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials).toHaveLength(1);
  await context.clearCookies();
  await page.goto(url());
  await usePasskey(page);
  await page.getByText('The passkey was not accepted.').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

it('refuses a passkey whose counter went backwards: there is a copy of it', async () => {
  await active(running, 'dmitri');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page } = await newPage(context);
  const { cdp, id } = await withAuthenticator(context, page);
  await page.goto(`${running.config.authUrl}/service/account/`);
  await page.fill('#login', 'dmitri');
  await page.fill('#password', PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.fill('#name', 'Key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('The passkey was added.').waitFor();
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId: id });
  const [credential] = credentials;
  if (!credential) throw new Error('The authenticator has no credential');
  const enter = async () => {
    await context.clearCookies();
    await page.goto(url());
    await usePasskey(page);
  };
  await enter();
  await page.waitForURL(/robots\.txt\?code=/);
  await cdp.send('WebAuthn.removeCredential', { authenticatorId: id, credentialId: credential.credentialId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential: { ...credential, signCount: 0 } });
  await enter();
  await page.getByText('The passkey was not accepted.').waitFor();
  await context.close();
});

it.each(['es', 'de', 'ar'])('speaks %s', async (language) => {
  const context = await browser.newContext({ locale: language });
  const { page, complaints } = await newPage(context);
  await page.goto(url());
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
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const { page } = await newPage(context);
  await page.goto(url(bank, { redirect_uri: 'https://evil.example/' }));
  await onEach('error', page);
  await page.goto(`${running.config.authUrl}/service/interaction/gone`);
  await onEach('expired', page);
  await page.getByRole('heading', { name: 'This page has expired' }).waitFor();
  await context.close();
});
