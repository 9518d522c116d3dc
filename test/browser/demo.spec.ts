import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { complaintsOf, PATIENCE_MS, startBrowser } from '../support/browser.js';
import { photoOf } from '../support/faces/sample-faces.js';
import { LiveCamera, sightOf } from '../support/idv/live-camera.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { RunningDemo } from '../support/running-demo.js';

const WIDE = { width: 1360, height: 900 };
const PHONE = { width: 390, height: 844 };
const PASSWORD = 'lamp orbit velvet 27 canoe';
/** axe talks to frames of other origins, which do not listen; and this browser trusts nobody's certificate for a worker. */
const EXPECTED = /status of [45]|postMessage|SSL certificate error|Blocked autofocusing/;

let demo: RunningDemo;
let browser: Browser;
const camera = new LiveCamera();
beforeAll(async () => {
  demo = await RunningDemo.start();
  await camera.show(await sightOf(await photoOf('4c')));
  browser = await startBrowser(camera.switches);
});
afterAll(async () => {
  await browser.close();
  await demo.stop();
  camera.remove();
});

/** Somebody who tries the demo. */
class Visitor {
  readonly complaints: string[];

  constructor(readonly page: Page) {
    this.complaints = complaintsOf(page, EXPECTED);
  }

  static async come(): Promise<Visitor> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, reducedMotion: 'reduce', viewport: WIDE });
    context.setDefaultTimeout(PATIENCE_MS);
    const visitor = new Visitor(await context.newPage());
    await visitor.page.goto(demo.url('DEMO'));
    return visitor;
  }

  /** What there is to press. */
  press = (name: string): Promise<void> => this.page.locator('.bank .go', { hasText: name }).click();
  reads = (text: string): Promise<void> => this.page.getByText(text).first().waitFor();
  frame = (title: string): FrameLocator => this.page.frameLocator(`iframe[title="${title}"]`);

  /** Looked at by people, where there is a folder for it; by axe always. */
  async show(name: string): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    expect(await violationsOf(page)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    const picture = (ending: string) => ({ path: join(folder, `demo-${name}${ending}.png`), fullPage: true });
    await page.screenshot(picture(''));
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page)).toEqual([]);
    await page.screenshot(picture('-dark'));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await page.screenshot(picture('-phone'));
    await page.setViewportSize(WIDE);
  }
}

describe('The demo', () => {
  it('leads from opening an account to evidence that is verified', async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await page.locator('.bank .go').waitFor();
    await visitor.show('1');
    await visitor.press('Open my account');
    await visitor.reads('Welcome, Mina');
    await visitor.press('Go on');

    await page.locator('.paper img[src^="blob:"]').waitFor();
    await visitor.show('2');
    await page.getByRole('button', { name: 'Let test mode decide' }).click();
    const pages = visitor.frame('The identity verification');
    await pages.locator('form[action$="/start"] button').first().click();
    await pages.locator('form[action$="/simulate"] button').waitFor();
    await visitor.show('2-pages');
    await pages.locator('form[action$="/simulate"] button').click();
    await visitor.reads('Verified. Your account is ready.');
    await visitor.press('Sign in');

    await visitor.press('Sign in');
    const signIn = visitor.frame('Signing in');
    await signIn.locator('a[href$="/activate"]').click();
    const userId = await page.locator('.mail code').first().innerText();
    await signIn.locator('#login').fill(userId);
    await signIn.locator('input.text[name=activation_code]').fill(await page.locator('.mail code').last().innerText());
    await signIn.locator('input.text[name=new_password]').fill(PASSWORD);
    await visitor.show('3-pages');
    await signIn.locator('input.text[name=new_password]').press('Enter');
    await visitor.reads('Good day, Mina');

    const app = visitor.frame('The app of the bank');
    await app.locator('.welcome .card button').click();
    await app.locator('#device-name, #login').first().waitFor();
    if ((await app.locator('#device-name').count()) === 0) {
      await app.locator('#login').fill(userId);
      await app.locator('#password').fill(PASSWORD);
      await app.locator('#password').press('Enter');
    }
    await app.locator('#device-name').fill('Her phone');
    await app.locator('button[type=submit]').click();
    await app.locator('.signed-in').waitFor();
    await visitor.reads('users.device-registered');
    await visitor.show('3');
    await visitor.press('Make a payment');

    await visitor.press('Pay');
    await app.getByRole('link', { name: 'Confirm your payment' }).first().click();
    await app.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.locator('.log summary', { hasText: '/v1/notifications' }).first().click();
    await visitor.show('4');
    await app.getByRole('button', { name: 'Approve', exact: true }).click();
    await visitor.reads('Approved and paid.');
    await visitor.press('Keep the proof');

    await visitor.reads('Evidence verified');
    expect(await page.locator('.proof .fine').count()).toBe(5);
    await page.getByRole('button', { name: 'Change one digit' }).click();
    await visitor.reads('This is not what she signed');
    await visitor.show('5');
    await page.getByRole('button', { name: 'Put it back' }).click();
    await visitor.reads('Evidence verified');

    const [opened] = await Promise.all([page.waitForEvent('popup'), visitor.press('Open it where anyone can')]);
    await opened.locator('.verdict', { hasText: 'Verified' }).waitFor();
    expect(new URL(opened.url()).hash).toBe('');
    expect(visitor.complaints).toEqual([]);
  });

  it('has its specimen read by the engine of live users, on pages that may use the camera in the frame', async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await visitor.press('Open my account');
    await visitor.press('Go on');
    await page.getByRole('button', { name: 'My own' }).click();
    const drawing = page.waitForResponse((answer) => answer.url().endsWith('/demo/specimen'));
    await page.getByRole('button', { name: 'Take it' }).click();
    expect((await drawing).status()).toBe(201);
    await page.locator('.paper img[src^="blob:"]').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as picture' }).click();
    const specimen = await (await saved).path();

    await visitor.press('Hold it to the camera');
    const pages = visitor.frame('The identity verification');
    await pages.locator('form[action$="/start"] button').first().click();
    await pages.locator('form[action$="/consent"] button').first().click();
    await pages.getByText('specimens are checked as real ones are').waitFor();
    await pages.getByRole('button', { name: 'Passport' }).click();
    await pages.locator('input[type=file]').first().setInputFiles(specimen);
    await pages.getByRole('button', { name: 'Use this picture' }).click();
    await pages.getByText('OKORO').waitFor();
    await visitor.show('2-read');
    await pages.getByRole('button', { name: 'Yes, this is right' }).click();
    await pages.locator('button[data-do=camera]').click();
    await pages.locator('video').waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
