import type { Page } from 'playwright-core';
import { Database } from '../../../src/shared/persistence/database.js';
import { specimenCard } from '../idv/fake-camera.js';
import { PORTAL, type Invitation } from '../idv/verification-desk.js';
import { WalkThrough } from '../idv/walk-through.js';
import type { PageState, Scene } from './scene.js';

async function invited({ desk }: Scene, page: Page, asked: Invitation = {}): Promise<{ walk: WalkThrough; url: string }> {
  await page.context().route(`${PORTAL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Welcome' }));
  const language = (await page.evaluate<string>('navigator.language')).slice(0, 2);
  const { url } = await desk.invite({ ...asked, user: { language } });
  return { walk: new WalkThrough(page), url };
}

async function started(scene: Scene, page: Page, asked?: Invitation): Promise<WalkThrough> {
  const { walk, url } = await invited(scene, page, asked);
  await page.goto(url);
  await page.click('form[action$="/start"] button');
  await page.waitForURL('**/session');
  return walk;
}

async function choosing(scene: Scene, page: Page): Promise<WalkThrough> {
  const walk = await started(scene, page);
  await walk.agree();
  return walk;
}

async function capturing(scene: Scene, page: Page, type = 'identity_card'): Promise<WalkThrough> {
  const walk = await choosing(scene, page);
  await walk.choose(type);
  return walk;
}

const passport = async () => ({ name: 'passport.png', mimeType: 'image/png', buffer: await specimenCard(1_280, 960) });

async function confirming(scene: Scene, page: Page): Promise<WalkThrough> {
  const walk = await capturing(scene, page, 'passport');
  await walk.upload(await passport());
  await walk.at('confirmation');
  return walk;
}

async function facing(scene: Scene, page: Page): Promise<WalkThrough> {
  const walk = await confirming(scene, page);
  await walk.confirm();
  return walk;
}

/** As it looks after steps that a test need not take. */
async function atStep(scene: Scene, page: Page, changes: string): Promise<void> {
  await facing(scene, page);
  await scene.bank.running.app.get(Database).rows(`
    UPDATE idv.session SET ${changes}, version = version + 1 WHERE session_id =
      (SELECT session_id FROM idv.session ORDER BY created_at DESC LIMIT 1)`);
  await page.goto(page.url());
}

const ended = (status: string, reasons = ''): PageState => (scene, page) =>
  atStep(scene, page, `status = '${status}', step = 'done', finished_at = now(), reasons = '{${reasons}}'`);

async function handingOver(scene: Scene, page: Page): Promise<void> {
  await capturing(scene, page);
  await page.click('form[action$="/handover"] button');
  await page.waitForSelector('#link');
}

/** Opens the link of a desktop on this page. */
async function onPhone(scene: Scene, page: Page): Promise<Page> {
  const desktop = await (await scene.bank.visitor()).context.newPage();
  await handingOver(scene, desktop);
  await page.goto(await desktop.inputValue('#link'));
  return desktop;
}

export const idvStates = {
  'idv-welcome': async (scene, page) => page.goto((await invited(scene, page)).url),
  'idv-consent': started,
  'idv-document': choosing,
  'idv-document-wrong': async (scene, page) => {
    await choosing(scene, page);
    await page.locator('#country').evaluate((select) => select.removeAttribute('required'));
    await page.click('button.kind');
    await page.waitForSelector('.note.bad');
  },
  'idv-front': capturing,
  'idv-front-failed': async (scene, page) => {
    await capturing(scene, page);
    await scene.bank.running.app.get(Database).rows(`
      UPDATE idv.session SET reasons = '{document_unreadable}', attempts = '{"document": 1, "selfie": 0}'
      WHERE session_id = (SELECT session_id FROM idv.session ORDER BY created_at DESC LIMIT 1)`);
    await page.reload();
  },
  'idv-camera-refused': async (scene, page) => {
    await capturing(scene, page);
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await page.click('[data-do=camera]');
    await page.waitForSelector('[data-trouble]:not([hidden])');
  },
  'idv-camera': async (scene, page) => {
    await capturing(scene, page);
    await page.evaluate(`
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        canvas.getContext('2d').fillRect(0, 0, 640, 480);
        return canvas.captureStream(5);
      }`);
    await page.click('[data-do=camera]');
    await page.waitForSelector('.chip:not(:empty)');
  },
  'idv-preview': async (scene, page) => {
    await capturing(scene, page, 'passport');
    await page.locator('[data-in=choose] input[type=file]').setInputFiles(await passport());
    await page.waitForSelector('[data-preview] canvas');
  },
  'idv-offline': async (scene, page) => {
    const walk = await capturing(scene, page, 'passport');
    await page.route('**/pictures/front', (route) => route.abort('internetdisconnected'));
    await walk.upload(await passport());
    await page.waitForSelector('[data-trouble]:not([hidden])');
  },
  'idv-confirm': confirming,
  'idv-selfie': facing,
  'idv-without-movements': async (scene, page) => {
    await facing(scene, page);
    await page.click('.capture summary');
  },
  'idv-kyc': (scene, page) => atStep(scene, page, `step = 'kyc'`),
  'idv-opt-in': (scene, page) => atStep(scene, page, `step = 'optIn'`),
  'idv-leave': async (scene, page) => {
    await choosing(scene, page);
    await page.click('.leave summary');
  },
  'idv-idle': async (scene, page) => {
    await page.clock.install();
    await choosing(scene, page);
    await page.clock.fastForward('28:30');
    await page.getByRole('dialog').waitFor();
  },
  'idv-verified': ended('VERIFIED'),
  'idv-review': ended('REVIEW'),
  'idv-rejected': ended('DOCUMENT_REJECTED', 'document_unreadable'),
  'idv-mismatch': ended('DOCUMENT_MISMATCH', 'check_digit_mismatch'),
  'idv-selfie-failed': ended('SELFIE_FAILED', 'face_mismatch'),
  'idv-kyc-failed': ended('KYC_FAILED', 'kyc_rejected'),
  'idv-declined': async (scene, page) => {
    await started(scene, page);
    await page.click('form[action$="/consent"] button[value=no]');
    await page.waitForSelector('.symbol');
  },
  'idv-expired': ended('EXPIRED'),
  'idv-cancelled': async (scene, page) => {
    await choosing(scene, page);
    await page.click('.leave summary');
    await page.click('.leave button');
    await page.waitForSelector('.symbol');
  },
  'idv-simulate': (scene, page) => started(scene, page, { payload: { simulate: 'DOCUMENT_MISMATCH' } }),
  'idv-handover': handingOver,
  'idv-phone': async (scene, page) => {
    await onPhone(scene, page);
    await page.waitForSelector('.number');
  },
  'idv-number': async (scene, page) => {
    await handingOver(scene, page);
    const phone = await (await scene.bank.visitor()).context.newPage();
    await phone.goto(await page.inputValue('#link'));
    await page.waitForSelector('#number');
  },
  'idv-follow': async (scene, page) => {
    await handingOver(scene, page);
    const phone = await (await scene.bank.visitor()).context.newPage();
    await phone.goto(await page.inputValue('#link'));
    await page.fill('#number', await phone.innerText('.number'));
    await page.click('form[action$="/confirm"] button');
    await page.waitForSelector('[data-version^=follower]');
  },
  'idv-phone-gone': ({ bank }, page) => page.goto(`${bank.running.config.idvUrl}/IdvWebServer/handover?token=gone`),
  'idv-unknown': ({ bank }, page) => page.goto(`${bank.running.config.idvUrl}/IdvWebServer/idvRegistration.htm?token=x`),
  'idv-taken': async (scene, page) => {
    const { url } = await invited(scene, page);
    const other = new WalkThrough((await scene.bank.visitor()).page);
    await other.start(url);
    await page.goto(url);
  },
  'idv-nothing': ({ bank }, page) => page.goto(`${bank.running.config.idvUrl}/IdvWebServer/session`),
} satisfies Record<string, PageState>;
