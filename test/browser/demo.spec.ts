import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Frame, FrameLocator, Page } from 'playwright-core';
import { FaceEngine } from '../../src/idv/engine/face/face-engine.service.js';
import { MetricsRegistry } from '../../src/shared/observability/index.js';
import { WorkerPools } from '../../src/shared/workers/index.js';
import { complaintsOf, PATIENCE_MS, sendFormOf, startBrowser } from '../support/browser.js';
import { endFilming } from '../support/faces/filming.js';
import { filmOf, performing } from '../support/faces/performers.js';
import { captures, photoOf } from '../support/faces/sample-faces.js';
import { hasFirefox, startFirefox } from '../support/firefox/firefox.js';
import { perform, type Performer } from '../support/idv/challenge-walk.js';
import { LiveCamera, sightOf } from '../support/idv/live-camera.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { RunningDemo } from '../support/running-demo.js';

const WIDE = { width: 1360, height: 900 };
const PHONE = { width: 390, height: 844 };
/** An identity card as it is drawn, in pixels, and on paper: 85.6 by 54 mm. */
const CARD = [1_250, 789];
const CARD_ON_PAPER = [324, 204];
const PASSWORD = 'lamp orbit velvet 27 canoe';
/** axe talks to frames of other origins, which do not listen; and this browser trusts nobody's certificate for a worker. */
const EXPECTED = /status of [45]|postMessage|error occurred when fetching the script|Blocked autofocusing/;

let demo: RunningDemo;
let browser: Browser;
const camera = new LiveCamera();
/** Who holds the specimen, and who else comes before the camera. */
let herself: Performer;
let somebodyElse: Performer;
beforeAll(async () => {
  demo = await RunningDemo.start();
  [herself, somebodyElse] = await twoPerformers();
  browser = await startBrowser(camera.switches);
});
afterAll(async () => {
  await browser.close();
  await demo.stop();
  camera.remove();
});

async function twoPerformers(): Promise<[Performer, Performer]> {
  const pools = new WorkerPools(new MetricsRegistry());
  const engine = new FaceEngine(pools);
  const performer = async (photo: Buffer) => performing(await filmOf(engine, photo));
  try {
    return [
      await performer(await captures['cropped']!(await photoOf('3c'))),
      await performer(await captures['small']!(await photoOf('5c'))),
    ];
  } finally {
    await endFilming();
    await pools.onModuleDestroy();
  }
}

/** Somebody who tries the demo. */
class Visitor {
  readonly complaints: string[];
  /** Other machines that a page has asked for anything: there may be no network. */
  readonly elsewhere: string[] = [];

  constructor(readonly page: Page) {
    this.complaints = complaintsOf(page, EXPECTED);
    page.context().on('request', (request) => {
      const { protocol, hostname, href } = new URL(request.url());
      if (!['blob:', 'data:'].includes(protocol) && hostname !== 'localhost') this.elsewhere.push(href);
    });
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
  reads = (text: string, timeout = PATIENCE_MS): Promise<void> =>
    this.page.getByText(text).first().waitFor({ timeout });
  frame = (title: string): FrameLocator => this.page.frameLocator(`iframe[title="${title}"]`);

  /** The hosted pages, as they are now. */
  get pages(): Frame {
    return this.page.frames().find((frame) => frame.url().startsWith(demo.url('DEMO', '/IdvWebServer/')))!;
  }

  /** Goes through the hosted pages until the face is asked for. */
  async showDocument(picture: string): Promise<void> {
    const pages = this.frame('The identity verification');
    await pages.locator('form[action$="/start"] button').first().click();
    await pages.locator('form[action$="/consent"] button').first().click();
    await pages.getByText('specimens are checked like real ones').waitFor();
    await pages.getByRole('button', { name: 'Passport' }).click();
    await pages.locator('input[type=file]').first().setInputFiles(picture);
    await pages.getByRole('button', { name: 'Use this picture' }).click();
    // The first picture that a process reads takes long: its nets are loaded for it.
    await pages.getByText('It does not work').click({ timeout: 2 * PATIENCE_MS });
    await pages.getByRole('button', { name: 'Go on without the chip' }).click();
    await pages.getByText('OKORO').waitFor();
    await pages.getByRole('button', { name: 'Yes, this is right' }).click();
    await pages.locator('[data-capture=selfie] [data-do=camera]').waitFor();
  }

  /** Looked at by axe, in both schemes and on a phone; by people, where there is a folder for it. */
  async show(name: string): Promise<void> {
    const { page } = this;
    await page.mouse.move(0, 0);
    await this.#look(name);
    await page.emulateMedia({ colorScheme: 'dark' });
    await this.#look(`${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(PHONE);
    await this.#look(`${name}-phone`);
    expect(await page.evaluate(() => (globalThis as any).document.documentElement.scrollWidth)).toBe(PHONE.width);
    await page.setViewportSize(WIDE);
  }

  async #look(name: string): Promise<void> {
    expect(await violationsOf(this.page)).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await this.page.screenshot({ path: join(folder, `demo-${name}.png`), fullPage: true });
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
    await page.getByRole('button', { name: 'Use my own face and camera' }).click();
    await page.getByRole('button', { name: 'Identity card' }).click();
    await page.getByRole('link', { name: 'Save the back' }).and(page.locator('[href^="blob:"]')).waitFor();
    const images = page.locator('.paper img');
    expect(await images.evaluateAll((all: any[]) => all.map((one) => [one.naturalWidth, one.naturalHeight]))).toEqual([
      CARD,
      CARD,
    ]);
    await visitor.show('2-card');
    await page.emulateMedia({ media: 'print' });
    const papers = await page
      .locator('.paper')
      .evaluateAll((all: any[]) => all.map((one) => one.getBoundingClientRect()));
    expect(papers.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      CARD_ON_PAPER,
      CARD_ON_PAPER,
    ]);
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: 'Verify Mina instead' }).click();
    await page.getByRole('button', { name: 'Hold a copied chip to the phone' }).click();
    await visitor.reads('They fill themselves in.');
    await visitor.reads('Refused: the chip is a copy', 4 * PATIENCE_MS);
    await page.locator('.refusal').getByText('chip_not_genuine').waitFor();
    await visitor.show('2-copied');
    await visitor.press('Verify Mina');
    await visitor.reads('Verified. Your account is ready.', 4 * PATIENCE_MS);
    await visitor.reads('Document, face and movements agree.');
    await visitor.show('2-verified');
    await visitor.press('Go on to sign in');

    await visitor.press('Sign in');
    const signIn = visitor.frame('Signing in');
    await signIn.locator('input.text[name=new_password]:focus').waitFor();
    const userId = await signIn.locator('#login').inputValue();
    await signIn.locator('input.text[name=new_password]').fill(PASSWORD);
    await visitor.show('3-pages');
    await sendFormOf(signIn.locator('input.text[name=new_password]'));
    await visitor.reads('Hello, Mina');

    const app = visitor.frame('The app of the bank');
    await app.locator('.welcome .card button').click();
    await app.locator('#device-name, #login').first().waitFor();
    if ((await app.locator('#device-name').count()) === 0) {
      await app.locator('#login').fill(userId);
      await app.locator('#password').fill(PASSWORD);
      await sendFormOf(app.locator('#password'));
    }
    await app.locator('#device-name').fill('Her phone');
    await app.locator('button[type=submit]').click();
    await app.locator('.signed-in').waitFor();
    await visitor.reads('users.device-registered');
    await visitor.reads('Level 1 of 3');
    await visitor.show('3');
    await page.getByRole('button', { name: 'Sign in with two factors' }).click();
    const number = await visitor.frame('Signing in with two factors').locator('.two').innerText();
    await app.getByRole('link', { name: 'Are you signing in?' }).first().click();
    await app.locator('#typed-number').fill(number.trim());
    await visitor.show('3-number');
    await app.getByRole('button', { name: 'Confirm', exact: true }).click();
    await visitor.reads('Level 2 of 3');
    await app.getByRole('button', { name: 'Done' }).click();
    await visitor.show('3-two-factors');
    await visitor.press('Make a payment');

    await page.clock.install();
    await visitor.press('Pay');
    await visitor.reads('Look at your phone');
    await page.clock.fastForward(21_000);
    await visitor.reads('Open the request above, and press Approve.');
    await app.getByRole('link', { name: 'Confirm your payment' }).first().click();
    await app.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await page.locator('.log summary', { hasText: '/v1/notifications' }).first().click();
    await visitor.show('4');
    await app.getByRole('button', { name: 'Approve', exact: true }).click();
    await visitor.reads('Approved and paid.');
    await page.getByRole('button', { name: 'Now let an AI agent ask' }).click();
    await visitor.press('Let the agent ask');
    await visitor.reads('The agent waits');
    await app.getByRole('button', { name: 'Done' }).click();
    await app.getByRole('link', { name: 'Pay 78.50 EUR?' }).first().click();
    await app.locator('.amount', { hasText: '78.50 EUR' }).waitFor();
    await app.locator('.message', { hasText: 'Asked by: Pocket Assistant' }).waitFor();
    await visitor.show('4-agent');
    await app.getByRole('button', { name: 'Approve', exact: true }).click();
    await visitor.reads('The agent’s token is good for this payment');
    await visitor.show('4-agent-allowed');
    await visitor.press('Keep the proof');

    await visitor.reads('Evidence verified');
    expect(await page.locator('.proof .fine').count()).toBe(6);
    await page.getByRole('button', { name: 'Change one digit' }).click();
    await visitor.reads('This is not what she signed');
    await visitor.show('5');
    await page.getByRole('button', { name: 'Put it back' }).click();
    await visitor.reads('Evidence verified');

    const [opened] = await Promise.all([page.waitForEvent('popup'), visitor.press('Open it where anyone can')]);
    await opened.locator('.verdict', { hasText: 'Verified' }).waitFor();
    expect(new URL(opened.url()).hash).toBe('');
    expect(visitor.complaints).toEqual([]);
    expect(visitor.elsewhere).toEqual([]);
  });

  it('refuses somebody else before the camera, says why, and lets the holder of the specimen pass', async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await visitor.press('Open my account');
    await visitor.press('Go on');
    await camera.show(await sightOf(await captures['grey']!(await photoOf('3c'))));
    await page.getByRole('button', { name: 'Use my own face and camera' }).click();
    await page.getByRole('button', { name: 'Take my photo' }).click();
    const drawing = page.waitForResponse((answer) => answer.url().endsWith('/demo/specimen'));
    await page.getByRole('button', { name: 'Take it' }).click();
    expect((await drawing).status()).toBe(201);
    await page.locator('.papers img[src^="blob:"]').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save as picture' }).click();
    const specimen = await (await saved).path();

    await visitor.press('Show it to the camera');
    await visitor.showDocument(specimen);
    for (let attempt = 0; attempt < 3; attempt++) await perform(page, camera, somebodyElse, visitor.pages);
    await visitor.reads('Refused: it is another face');
    await visitor.reads('compared the photograph in the document with the face before the camera');
    await visitor.reads('was told by the webhook idv.finished');
    await page.locator('.refusal').getByText('face_mismatch').waitFor();
    await visitor.reads('HOOK');
    await visitor.pages.getByText('Your face could not be confirmed').waitFor();
    await visitor.show('2-refused');

    await visitor.press('Try again as yourself');
    await visitor.showDocument(specimen);
    await perform(page, camera, herself, visitor.pages);
    await visitor.pages.locator('form[action$="/opt-in"] button').first().click();
    await visitor.reads('Verified. Your account is ready.');
    expect(visitor.complaints).toEqual([]);
    expect(visitor.elsewhere).toEqual([]);
  }, 900_000);

  it('says that nothing was checked where test mode has answered', async () => {
    const visitor = await Visitor.come();
    await visitor.press('Open my account');
    await visitor.press('Go on');
    await visitor.page.getByRole('button', { name: 'Skip the check' }).click();
    const pages = visitor.frame('The identity verification');
    await pages.locator('form[action$="/start"] button').first().click();
    await pages.locator('form[action$="/simulate"] button').click();
    await visitor.reads('Nothing was checked');
    await visitor.reads('No document was read and no face compared.');
    expect(await visitor.page.getByText('agree').count()).toBe(0);
    await visitor.show('2-skipped');
    expect(visitor.complaints).toEqual([]);
  });

  it('notices a frame that does not load, says what to do, and tries again', async () => {
    const visitor = await Visitor.come();
    const { page } = visitor;
    await visitor.press('Open my account');
    await visitor.press('Go on');
    await page.clock.install();
    await page.route('**/IdvWebServer/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Skip the check' }).click();
    await page.locator('.screen iframe').waitFor();
    await page.clock.runFor(10_000);
    await visitor.reads('This page did not load');
    await visitor.show('2-failed');
    await page.unroute('**/IdvWebServer/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await visitor.frame('The identity verification').locator('form[action$="/start"] button').first().waitFor();
  });

  (hasFirefox ? it : it.skip)(
    'verifies Mina by its default button in Firefox, which has asked about no certificate',
    async () => {
      const { browser: firefox } = await startFirefox();
      try {
        const page = await firefox.newPage();
        await page.goto(demo.url('DEMO'));
        for (const name of ['Open my account', 'Go on', 'Verify Mina'])
          await page.locator('.bank .go:not(:disabled)', { hasText: name }).click();
        await page.getByText('Verified. Your account is ready.').waitFor({ timeout: 4 * PATIENCE_MS });
      } finally {
        await firefox.close();
      }
    },
  );

  it('tells a visitor whose visit is gone so, with one button to start anew', async () => {
    const visitor = await Visitor.come();
    await visitor.press('Open my account');
    await visitor.reads('Welcome, Mina');
    await visitor.page.context().clearCookies();
    await visitor.press('Go on');
    await visitor.page.getByRole('button', { name: 'Skip the check' }).click();
    await visitor.reads('Your visit is over');
    await visitor.show('over');
    await visitor.page.getByRole('button', { name: 'Start anew' }).click();
    await visitor.page.locator('.bank .go', { hasText: 'Open my account' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  });
});
