import { setTimeout as sleep } from 'node:timers/promises';
import { pressInView } from './press.mjs';

const PASSWORD = 'lamp orbit velvet 27 canoe';
/** A verification takes half a minute, because the face is filmed; a busy machine takes longer. */
const PATIENCE_MS = 180_000;
const LOOK_AGAIN_MS = 100;

const VERIFICATION = 'Verify her identity';

/** The buttons pressed in each step, and the texts awaited before the next one. */
const stepsOf = (page) => {
  const press = (locator) => pressInView(page, locator, PATIENCE_MS);
  const go = (name) => press(page.locator('.bank .go:not(:disabled)', { hasText: name }));
  const reads = (text) => page.getByText(text).first().waitFor({ timeout: PATIENCE_MS });
  const app = page.frameLocator('iframe[title="The app of the bank"]');
  const activation = page.frameLocator('iframe[title="Signing in"]');
  return {
    'Open an account': async () => {
      await go('Open my account');
      await reads('Welcome, Mina');
    },
    [VERIFICATION]: async () => {
      await go('Go on');
      await go('Verify Mina');
      await reads('Verified. Your account is ready.');
    },
    'Open the activation': async () => {
      await go('Go on to sign in');
      await go('Sign in');
      await filledIn(activation.locator('input.text[name=activation_code]'));
    },
    'Choose a password': async () => {
      await press(activation.locator('input.text[name=new_password]'));
      await page.keyboard.type(PASSWORD);
      await press(activation.locator('form:has(input.text[name=new_password]) button:not([type=button])').last());
      await reads('Hello, Mina');
    },
    'Sign in at the phone': async () => {
      await press(app.locator('.welcome .card button'));
      await app.locator('#device-name').waitFor({ timeout: PATIENCE_MS });
    },
    'Register the phone': async () => {
      await press(app.locator('button[type=submit]'));
      await app.locator('.signed-in').waitFor({ timeout: PATIENCE_MS });
    },
    'Ask for a payment': async () => {
      await go('Make a payment');
      await go('Pay');
      await reads('Look at your phone');
    },
    'Open the question': async () => {
      await press(app.getByRole('link', { name: 'Confirm your payment' }).first());
      await app.getByRole('button', { name: 'Approve', exact: true }).waitFor({ timeout: PATIENCE_MS });
    },
    'Approve it': async () => {
      await press(app.getByRole('button', { name: 'Approve', exact: true }));
      await reads('Approved and paid.');
    },
    'Verify the evidence': async () => {
      await go('Keep the proof');
      await reads('Evidence verified');
    },
  };
};

/**
 * Walks through the demo in a browser, and returns the seconds of each step. A failed step ends the walk with an error
 * that names its screenshot.
 */
export async function walkDemo(page, pictureOf) {
  const seconds = {};
  const begun = performance.now();
  for (const [at, [step, work]] of Object.entries(stepsOf(page)).entries()) {
    const since = performance.now();
    const path = pictureOf(`${at + 1}-${step.toLowerCase().replaceAll(' ', '-')}`);
    try {
      await work();
    } catch (error) {
      await page.screenshot({ path });
      throw new Error(`"${step}" did not come about. See ${path}`, { cause: error });
    }
    seconds[step] = rounded(performance.now() - since);
    await page.screenshot({ path });
  }
  return { ...seconds, all: rounded(performance.now() - begun) };
}

/** Waits until the demo has filled in the code, which it does when the mail arrives. */
async function filledIn(field) {
  await field.waitFor({ timeout: PATIENCE_MS });
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_AGAIN_MS))
    if ((await field.inputValue()) !== '') return;
  throw new Error('The demo did not fill in the code.');
}

const rounded = (ms) => Math.round(ms / 100) / 10;
