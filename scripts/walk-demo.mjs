import { chromium, firefox } from 'playwright-core';
import { complain } from './lib/complain.mjs';

/**
 * Walks the demo by its default buttons, from "Open my account" to "Evidence verified", at 1366 × 768, in Chromium and in
 * Firefox, and tells how long each step took: `node scripts/walk-demo.mjs http://localhost:8008`. The service must run
 * (`npm start`). `PICTURE=docs/pictures/demo.png` keeps the picture for README. Browsers are found by CHROMIUM and FIREFOX.
 */
const [address] = process.argv.slice(2);
if (address === undefined) complain('Name the address of the demo, for example http://localhost:8008');

const VIEW = { width: 1366, height: 768 };
const PATIENCE_MS = 180_000;
const PASSWORD = 'lamp orbit velvet 27 canoe';
const { CHROMIUM = '/usr/bin/chromium', FIREFOX = '/usr/bin/firefox-esr', PICTURE } = process.env;

const BROWSERS = {
  chromium: () => chromium.launch({ executablePath: CHROMIUM }),
  firefox: () =>
    firefox.launch({
      channel: 'moz-firefox',
      executablePath: 'test/support/firefox/launcher.mjs',
      env: { ...process.env, FIREFOX },
    }),
};

/** What a person presses, and what they read before they go on. */
const steps = (page) => {
  const press = (name) => page.locator('.bank .go:not(:disabled)', { hasText: name }).click();
  const reads = (text) => page.getByText(text).first().waitFor();
  const app = page.frameLocator('iframe[title="The app of the bank"]');
  return {
    'Open an account': async () => {
      await press('Open my account');
      await reads('Welcome, Mina');
      await press('Go on');
    },
    'Verify the identity': async () => {
      await press('Verify Mina');
      await reads('Verified. Your account is ready.');
      await press('Go on to sign in');
    },
    'Sign in': async () => {
      await press('Sign in');
      const password = page.frameLocator('iframe[title="Signing in"]').locator('input.text[name=new_password]');
      await password.fill(PASSWORD);
      await password.press('Enter');
      await reads('Hello, Mina');
    },
    'Register the phone': async () => {
      await app.locator('.welcome .card button').click();
      await app.locator('#device-name').waitFor();
      await app.locator('button[type=submit]').click();
      await app.locator('.signed-in').waitFor();
      await press('Make a payment');
    },
    'Approve a payment': async () => {
      await press('Pay');
      await reads('Look at your phone');
      await app.getByRole('link', { name: 'Confirm your payment' }).first().click();
      const approve = app.getByRole('button', { name: 'Approve', exact: true });
      await approve.waitFor();
      if (PICTURE && page.context().browser().browserType() === chromium) await page.screenshot({ path: PICTURE });
      await approve.click();
      await reads('Approved and paid.');
    },
    'Verify the evidence': async () => {
      await press('Keep the proof');
      await reads('Evidence verified');
    },
  };
};

async function walk(name) {
  const browser = await BROWSERS[name]();
  try {
    const page = await browser.newPage({ viewport: VIEW });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(address);
    await page.locator('.bank .go').first().waitFor();
    const times = {};
    const begun = performance.now();
    for (const [step, work] of Object.entries(steps(page))) {
      const start = performance.now();
      await work();
      times[step] = seconds(performance.now() - start);
    }
    return { ...times, all: seconds(performance.now() - begun) };
  } finally {
    await browser.close();
  }
}

const seconds = (ms) => Math.round(ms / 100) / 10;

const walked = {};
for (const name of Object.keys(BROWSERS)) walked[name] = await walk(name);
console.log('seconds');
console.table(walked);
