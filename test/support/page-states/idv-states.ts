import type { Page } from 'playwright-core';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { Session } from '../../../src/idv/sessions/session.entity.js';
import { DocumentSteps } from '../../../src/idv/documents/document-steps.service.js';
import { VendorResults } from '../../../src/idv/vendor/vendor-results.service.js';
import { Sessions } from '../../../src/idv/steps/sessions.service.js';
import { newSecret } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { photoOf } from '../faces/sample-faces.js';
import { windUntil } from '../idv/challenge-walk.js';
import { specimenCard } from '../idv/fake-camera.js';
import type { Invitation } from '../idv/verification-desk.js';
import { WalkThrough } from '../idv/walk-through.js';
import type { PageState, Scene } from './scene.js';
import { installClock } from './shared-browser.js';

const at = ({ bank }: Scene, path: string): string => `${bank.running.config.idvUrl}/IdvWebServer/${path}`;

/** Starts a session in the page's browser and sets these columns, so that the page shows a later step. */
async function placed(scene: Scene, page: Page, columns = '', asked: Invitation = {}): Promise<Session> {
  const { app, config } = scene.bank.running;
  const [{ token }, secret] = [await scene.desk.invite(asked), newSecret()];
  const { session } = await app.get(Sessions).start(token, secret);
  if (columns !== '') {
    const changed = `UPDATE idv.session SET ${columns}, version = version + 1 WHERE session_id = $1`;
    await app.get(Database).rows(changed, [session.sessionId]);
  }
  await page.context().addCookies([{ name: 'cs-idv-session', value: secret, url: config.idvUrl }]);
  await page.goto(at(scene, 'session'));
  return session;
}

const step = (name: string): string => `step = '${name}', document_type = 'identity_card', document_country = 'DEU'`;
const placedAt =
  (columns: string): PageState =>
  (scene, page) =>
    placed(scene, page, columns);
const failed = (name: string, reason: string): PageState => placedAt(`${step(name)}, reasons = '{${reason}}'`);
const ended = (status: string, reasons = ''): PageState =>
  placedAt(`status = '${status}', step = 'done', finished_at = now(), reasons = '{${reasons}}'`);

const picture = async () => ({ name: 'card.png', mimeType: 'image/png', buffer: await specimenCard(1_280) });
const trouble = (page: Page) => page.waitForSelector('[data-trouble]:not([hidden])');

async function handingOver(scene: Scene, page: Page): Promise<void> {
  await placed(scene, page, step('front'));
  await page.click('form[action$="/handover"] button');
  await page.waitForSelector('#link');
}

/** A page that waits may load itself anew at the same moment, and end this navigation by that. It is then repeated. */
async function reload(page: Page): Promise<void> {
  await page.reload().catch((error: unknown) => {
    if (!/net::ERR_ABORTED|Not attached to an active page/.test(String(error))) throw error;
    return page.reload();
  });
}

/** Opens the link that the desktop page shows in another browser, the phone. */
async function openOn(phone: Page, desktop: Page): Promise<void> {
  await phone.goto(await desktop.inputValue('#link'));
  await phone.waitForSelector('.number');
}

/** The state in which the vendor of the enterprise has started its own session. */
async function atVendor(scene: Scene, page: Page): Promise<void> {
  const session = await placed(scene, page, `step = 'vendor', by_vendor = true`);
  const [vendorRef, redirectUrl] = [session.sessionId, 'https://vendor.example/begin'];
  await scene.bank.running.app.get(VendorResults).noteSession(session, { vendorRef, redirectUrl });
}

const another = async ({ bank }: Scene): Promise<Page> => (await bank.visitor()).page;

const onTheWay = {
  'idv-welcome': async (scene, page) => page.goto((await scene.desk.invite()).url),
  'idv-consent': placedAt(''),
  'idv-vendor-preparing': placedAt(`step = 'vendor', by_vendor = true`),
  'idv-vendor': async (scene, page) => {
    await atVendor(scene, page);
    await reload(page);
  },
  'idv-vendor-back': async (scene, page) => {
    await atVendor(scene, page);
    await reload(page);
    await page.goto(at(scene, 'session/vendor'));
  },
  'idv-document': placedAt(`step = 'document'`),
  'idv-document-open': async (scene, page) => {
    await placed(scene, page, `step = 'document'`);
    await page.fill('#search', 'uni');
  },
  'idv-document-wrong': async (scene, page) => {
    await placed(scene, page, `step = 'document'`);
    await page.locator('form[action$="/document"]').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.selectOption('#country', '');
    await page.click('button.kind');
    await page.waitForSelector('.note.bad');
  },
  'idv-front': placedAt(step('front')),
  'idv-front-failed': failed('front', 'document_unreadable'),
  'idv-back': placedAt(step('back')),
  'idv-confirm': async (scene, page) => {
    const session = await placed(scene, page, step('front').replace('identity_card', 'passport'));
    const { app } = scene.bank.running;
    const current = await app.get(Sessions).current(session.ref);
    const { buffer } = await picture();
    await app.get(DocumentSteps).addPicture(current, 'front', Readable.from([buffer]));
    await reload(page);
  },
  'idv-selfie': placedAt(step('selfie')),
  'idv-selfie-failed-once': failed('selfie', 'liveness_failed'),
  'idv-without-movements': async (scene, page) => {
    await placed(scene, page, step('selfie'));
    await page.click('.capture summary');
  },
  'idv-kyc': placedAt(step('kyc')),
  'idv-opt-in': placedAt(step('optIn')),
  'idv-simulate': (scene, page) => placed(scene, page, '', { payload: { simulate: 'DOCUMENT_MISMATCH' } }),
  'idv-leave': async (scene, page) => {
    await placed(scene, page, `step = 'document'`);
    await page.click('.leave summary');
  },
  'idv-idle': async (scene, page) => {
    await installClock(page);
    await placed(scene, page, `step = 'document'`);
    await page.clock.fastForward('28:30');
    await page.getByRole('dialog').waitFor();
  },
} satisfies Record<string, PageState>;

/** Gives the page a camera that shows this picture on a grey background. */
const seeing = (
  page: Page,
  picture: Buffer,
  [width, height]: readonly [number, number],
  side: readonly [number, number],
): Promise<void> =>
  page.evaluate(`
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} });
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0));
      const context = canvas.getContext('2d');
      context.fillStyle = '#9a948c';
      context.fillRect(0, 0, ${width}, ${height});
      const [x, y] = [${(width - side[0]) / 2}, ${(height - side[1]) / 2}];
      context.drawImage(await createImageBitmap(new Blob([bytes])), x, y, ${side[0]}, ${side[1]});
      return canvas.captureStream(5);
    }`);

/** Starts a selfie with this face, with the page's clock stopped. */
async function beforeTheCamera(scene: Scene, page: Page, side: number): Promise<void> {
  await installClock(page);
  await page.route('**/session/challenges', (route) =>
    route.fulfill({ json: { nonce: 'n', steps: ['look_straight'] } }),
  );
  await page.route('**/session/frames/*', (route) => route.fulfill({ json: {} }));
  await placed(scene, page, step('selfie'));
  await seeing(page, await photoOf('3c'), [720, 960], [side, side]);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.click('[data-do=camera]');
}

const REFLECTION = { width: 300, height: 150, channels: 3, background: '#fff' } as const;

const cardWithReflection = async (): Promise<Buffer> =>
  sharp(await specimenCard(1_280))
    .composite([{ input: { create: REFLECTION }, left: 760, top: 230 }])
    .png()
    .toBuffer();

async function beforeTheCard(scene: Scene, page: Page, card: Buffer): Promise<void> {
  await installClock(page);
  await placed(scene, page, step('front'));
  await seeing(page, card, [1_280, 960], [1_280, 960]);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.click('[data-do=camera]');
}

/** The upload page of a side after the server has refused the picture. */
const notAccepted =
  (side: 'front' | 'back', answer: object): PageState =>
  async (scene, page) => {
    await placed(scene, page, step(side));
    const json = { retry: 'document_unreadable', left: 2, ...answer };
    await page.route(`**/pictures/${side}`, (route) => route.fulfill({ json }));
    await new WalkThrough(page).upload({ ...(await picture()), buffer: await cardWithReflection() });
    await page.waitForSelector('[data-scene=failed]');
  };

/** Stops all timers of the page, so that it no longer changes. Timers that are set later work again. */
async function heldAsItIs(page: Page): Promise<void> {
  await page.evaluate(() => {
    const newest = Number(setTimeout(() => undefined));
    for (let id = newest; id > newest - 10_000; id--) {
      clearTimeout(id);
    }
  });
  await page.clock.resume();
}

const APP = `'{"chip":"offered","chipApp":{"name":"Lanternfield","link":"https://bank.example/app/chip"}}'`;

/** The state in which a passport page was photographed, and the chip must be read next. */
async function beforeTheChip(scene: Scene, page: Page): Promise<Session> {
  const { app } = scene.bank.running;
  const passport = step('front').replace('identity_card', 'passport').replace('DEU', 'UTO');
  const { ref } = await placed(scene, page, `${passport}, settings = settings || ${APP}`);
  const { buffer } = await picture();
  await app.get(DocumentSteps).addPicture(await app.get(Sessions).current(ref), 'front', Readable.from([buffer]));
  return app.get(Sessions).current(ref);
}

const withReading =
  (columns: string): PageState =>
  async (scene, page) => {
    const { sessionId } = await beforeTheChip(scene, page);
    const changed = `UPDATE idv.chip_reading SET ${columns} WHERE session_id = $1`;
    await scene.bank.running.app.get(Database).rows(changed, [sessionId]);
    await reload(page);
    await page.click('.fold:not(.leave) summary');
  };

const atTheChip = {
  'idv-chip': async (scene, page) => {
    await page.setExtraHTTPHeaders({ 'sec-ch-ua-mobile': '?1' });
    await beforeTheChip(scene, page);
    await reload(page);
  },
  'idv-chip-computer': async (scene, page) => {
    await beforeTheChip(scene, page);
    await reload(page);
  },
  'idv-chip-taken': withReading(`status = 'OPEN'`),
  'idv-chip-over': withReading(`expires_at = now() - interval '1 s'`),
  'idv-chip-failed': async (scene, page) => {
    const { sessionId } = await beforeTheChip(scene, page);
    const failing = `UPDATE idv.session SET reasons = '{chip_without_proof}' WHERE session_id = $1`;
    await scene.bank.running.app.get(Database).rows(failing, [sessionId]);
    await reload(page);
  },
  'idv-chip-proven': async (scene, page) => {
    await beforeTheChip(scene, page);
    await reload(page);
    await page.click('button[value=real]');
    await page.waitForSelector('.seal');
  },
} satisfies Record<string, PageState>;

const atTheCamera = {
  'idv-selfie-camera': async (scene, page) => {
    await beforeTheCamera(scene, page, 1_050);
    await windUntil(page, page.locator('[data-hint=good] [data-hint-text]'));
    await heldAsItIs(page);
  },
  'idv-selfie-far': async (scene, page) => {
    await beforeTheCamera(scene, page, 260);
    await windUntil(page, page.locator('[data-hint=closer] [data-hint-text]'));
    await heldAsItIs(page);
  },
  'idv-selfie-wrong': async (scene, page) => {
    const face = { left: 0.42, top: 0.4, width: 0.16, height: 0.17 };
    const seen = { fault: 'face_too_small', frame: 0, face };
    const json = { retry: 'selfie_quality', left: 2, step: 'selfie', seen };
    await page.route('**/session/selfie', (route) => route.fulfill({ json }));
    await beforeTheCamera(scene, page, 260);
    await new WalkThrough(page).wind('[data-scene=failed]');
    await heldAsItIs(page);
  },
  'idv-camera-outline': async (scene, page) => {
    await beforeTheCard(scene, page, await specimenCard(1_280));
    await windUntil(page, page.locator('[data-hint=good] [data-hint-text]'));
    await heldAsItIs(page);
  },
  'idv-camera-glare': async (scene, page) => {
    await beforeTheCard(scene, page, await cardWithReflection());
    await windUntil(page, page.locator('[data-hint^=glare] [data-hint-text]'));
    await heldAsItIs(page);
  },
  'idv-front-wrong': notAccepted('front', { step: 'front' }),
  'idv-back-wrong': notAccepted('back', { step: 'back', seen: { fault: 'front_again' } }),
  'idv-camera-refused': async (scene, page) => {
    await placed(scene, page, step('front'));
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
    );
    await page.click('[data-do=camera]');
    await trouble(page);
  },
  'idv-camera': async (scene, page) => {
    await placed(scene, page, step('front'));
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
    await placed(scene, page, step('front'));
    await page.locator('[data-in=choose] input[type=file]').setInputFiles(await picture());
    await page.waitForSelector('[data-preview] canvas');
  },
  'idv-offline': async (scene, page) => {
    await placed(scene, page, step('front'));
    await page.route('**/pictures/front', (route) => route.abort('internetdisconnected'));
    await new WalkThrough(page).upload(await picture());
    await trouble(page);
  },
} satisfies Record<string, PageState>;

const onTwoDevices = {
  'idv-handover': handingOver,
  'idv-number': async (scene, page) => {
    await handingOver(scene, page);
    await openOn(await another(scene), page);
    await page.waitForSelector('#number');
  },
  'idv-phone': async (scene, page) => {
    const desktop = await another(scene);
    await handingOver(scene, desktop);
    await openOn(page, desktop);
  },
  'idv-follow': async (scene, page) => {
    const phone = await another(scene);
    await handingOver(scene, page);
    await openOn(phone, page);
    await page.fill('#number', await phone.innerText('.number'));
    await page.click('form[action$="/confirm"] button');
    await page.waitForSelector('[data-version^=follower]');
  },
  'idv-phone-done': placedAt(`status = 'VERIFIED', step = 'done', finished_at = now(), follower_hash = owner_hash`),
  'idv-phone-gone': (scene, page) => page.goto(at(scene, 'handover?token=gone')),
} satisfies Record<string, PageState>;

const atTheEnd = {
  'idv-verified': ended('VERIFIED'),
  'idv-review': ended('REVIEW'),
  'idv-rejected': ended('DOCUMENT_REJECTED', 'document_unreadable'),
  'idv-mismatch': ended('DOCUMENT_MISMATCH', 'check_digit_mismatch'),
  'idv-selfie-failed': ended('SELFIE_FAILED', 'face_mismatch'),
  'idv-kyc-failed': ended('KYC_FAILED', 'kyc_rejected'),
  'idv-declined': ended('DECLINED', 'consent_denied'),
  'idv-expired': ended('EXPIRED'),
  'idv-cancelled': ended('CANCELLED'),
  'idv-not-genuine': ended('DOCUMENT_REJECTED', 'chip_not_genuine'),
  'idv-chip-needed': ended('CANCELLED', 'chip_needed'),
  'idv-unknown': (scene, page) => page.goto(at(scene, 'idvRegistration.htm?token=unknown')),
  'idv-taken': async (scene, page) => {
    const { token, url } = await scene.desk.invite();
    await scene.bank.running.app.get(Sessions).start(token, newSecret());
    await page.goto(url);
  },
  'idv-nothing': (scene, page) => page.goto(at(scene, 'session')),
} satisfies Record<string, PageState>;

export const idvStates = { ...onTheWay, ...atTheChip, ...atTheCamera, ...onTwoDevices, ...atTheEnd };
