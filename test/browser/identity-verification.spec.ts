import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { specimenDocument, utopia } from '@countersign/emrtd/specimens';
import type { IdvSettings } from '../../src/auth/contract/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import { Bank, type Visitor } from '../support/bank.js';
import { DESKTOP, PHONE } from '../support/browser.js';
import { hasFirefox, startFirefox } from '../support/firefox/firefox.js';
import { ChipApp } from '../support/idv/chip-app.js';
import { FakeCamera, specimenCard } from '../support/idv/fake-camera.js';
import { PORTAL, RETURN_URL, VerificationDesk } from '../support/idv/verification-desk.js';
import { WalkThrough } from '../support/idv/walk-through.js';
import { jpegOf } from '../support/pictures.js';

const SMALL_PHONE = { width: 360, height: 740 };

/** One page with a grey box. */
const PDF = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<<>>>>endobj
4 0 obj<</Length 38>>stream
0.5 g 40 40 320 220 re f 0 g 60 60 9 9 re f
endstream
endobj
trailer<</Root 1 0 R/Size 5>>
%%EOF
`);

let camera: FakeCamera;
let bank: Bank;
let desk: VerificationDesk;
let passport: Buffer;
let firefox: Browser | undefined;
beforeAll(async () => {
  camera = new FakeCamera();
  bank = await Bank.open({}, undefined, [...camera.switches, '--host-resolver-rules=MAP portal.example ~NOTFOUND']);
  desk = await VerificationDesk.open(bank.running);
  passport = await specimenCard(1_280);
});
afterAll(async () => {
  await firefox?.close();
  await bank.close();
  camera.remove();
});

interface Somebody extends Visitor {
  readonly walk: WalkThrough;
}

/** At the portal there is nobody. */
const wrongIn = (complaints: readonly string[]): string[] => complaints.filter((one) => !one.startsWith(PORTAL));

/** Somebody with a camera. */
async function somebody(options: BrowserContextOptions = {}): Promise<Somebody> {
  const visitor = await bank.visitor(options);
  return { ...visitor, walk: new WalkThrough(visitor.page) };
}

describe('The whole sequence', () => {
  it('is gone through on a desktop, with the camera that takes its pictures by itself', async () => {
    const invited = await desk.invite();
    const { walk, page, context, complaints } = await somebody({ viewport: DESKTOP });
    await walk.start(invited.url);
    expect(page.url()).not.toContain(invited.token);
    await walk.agree();
    await walk.choose('identity_card');
    await walk.photograph();
    await page.waitForSelector('[data-send$="/back"]');
    await walk.photograph();
    await walk.confirm();
    await walk.takeSelfie();
    expect(await walk.optIn()).toBe(RETURN_URL);
    expect(await desk.resultOf(invited)).toMatchObject({ userId: invited.userId, status: 'VERIFIED', optIn: true });
    const { body } = await desk.portal.put(`/v1/users/${invited.userId}/status`, { status: 'CREATED' });
    expect(body.status).toBe('CREATED');
    expect(wrongIn(complaints)).toEqual([]);
    await context.close();
  });

  it.each(['es', 'de', 'ar'])('is gone through on a phone, with a file for a passport: %s', async (locale) => {
    const invited = await desk.invite({ user: { language: locale } });
    const { walk, context, complaints } = await somebody({ viewport: PHONE, locale, hasTouch: true });
    expect(await walk.toTheEnd(invited.url, passport)).toBe(RETURN_URL);
    expect(await desk.resultOf(invited)).toMatchObject({ status: 'VERIFIED' });
    expect(wrongIn(complaints)).toEqual([]);
    await context.close();
  });

  it('is begun on a desktop and done on a phone, which shows a number that the desktop asks for', async () => {
    const invited = await desk.invite();
    const [desktop, phone] = [await somebody({ viewport: DESKTOP }), await somebody({ viewport: PHONE })];
    await desktop.walk.start(invited.url);
    await desktop.walk.agree();
    await desktop.walk.choose('passport');
    await desktop.page.click('form[action$="/handover"] button');
    await phone.page.goto(await desktop.page.inputValue('#link'));
    expect(phone.page.url()).not.toContain('token');
    const number = await phone.page.innerText('.number');
    await desktop.page.fill('#number', number);
    await desktop.page.click('form[action$="/confirm"] button');
    await desktop.page.getByRole('heading', { name: 'Continue on your phone' }).waitFor();
    await phone.page.waitForSelector('[data-capture=document]');
    await phone.walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await phone.walk.confirm();
    await phone.walk.takeSelfie();
    const leaving = desktop.walk.leaving();
    await phone.page.click('form[action$="/opt-in"] button[value=yes]');
    await phone.page.getByText('Your computer continues automatically').waitFor();
    expect(await leaving).toBe(RETURN_URL);
    expect(await desk.resultOf(invited)).toMatchObject({ status: 'VERIFIED' });
    expect(wrongIn([...desktop.complaints, ...phone.complaints])).toEqual([]);
    await Promise.all([desktop.context.close(), phone.context.close()]);
  });
});

const IN_APP: IdvSettings = {
  chip: 'required',
  chipProof: 'genuine_chip',
  chipApp: { name: 'Lanternfield', link: 'https://bank.example/app/chip' },
};

/** The computer has another browser than the phone, whose app is a program with a passport in memory. */
it('The chip of a passport is read on the way from a computer to a phone, and proves it to both', async () => {
  const chip = await VerificationDesk.open(bank.running, true, IN_APP);
  const invited = await chip.invite({ user: { firstName: 'Anna', lastName: 'Eriksson' } });
  if (hasFirefox) firefox = (await startFirefox()).browser;
  const computer = await bank.visitor({ viewport: DESKTOP }, firefox);
  const onPhone = { viewport: SMALL_PHONE, extraHTTPHeaders: { 'sec-ch-ua-mobile': '?1' }, hasTouch: true };
  const phone = await somebody(onPhone);
  const walk = new WalkThrough(computer.page);
  await walk.start(invited.url);
  await walk.agree();
  await walk.choose('passport', 'UTO');
  await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
  await computer.page.getByRole('heading', { name: 'Read the chip with the app' }).waitFor();
  await computer.page.click('form[action$="/handover"] button');
  await phone.page.goto(await computer.page.inputValue('#link'));
  await computer.page.fill('#number', await phone.page.innerText('.number'));
  await computer.page.click('form[action$="/confirm"] button');

  const link = await phone.page.locator('a[href^="https://bank.example/app/chip#code="]').getAttribute('href');
  await photographed(phone.page, 'chip-phone');
  const app = new ChipApp(bank.running, link!.split('#code=')[1]!);
  const { number, zone } = await app.open();
  expect(await phone.page.innerText('.match .two')).toBe(number);
  const picture = Uint8Array.from(await jpegOf({ width: 320, height: 400 }));
  await app.read(specimenDocument(utopia(), { picture, zone, chipKey: 'brainpoolP256r1' }).chip);
  await phone.page.getByText('Proven by the chip of your passport').waitFor();
  await photographed(phone.page, 'chip-proven');
  await phone.walk.confirm();
  await phone.walk.takeSelfie();
  const leaving = walk.leaving();
  await phone.page.click('form[action$="/opt-in"] button[value=yes]');
  expect(await leaving).toBe(RETURN_URL);
  expect(await chip.resultOf(invited)).toMatchObject({
    status: 'VERIFIED',
    document: { method: 'chip', proof: { level: 'genuine_chip', state: 'UT' } },
  });
  expect(wrongIn([...computer.complaints, ...phone.complaints])).toEqual([]);
  await Promise.all([computer.context.close(), phone.context.close()]);
});

/** `SCREENSHOTS` names a folder for people to look at. */
async function photographed(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
}

describe('The choice of a document', () => {
  const shownKinds = (page: Page) =>
    page.$$eval('button.kind', (kinds) =>
      kinds.filter((kind) => kind.checkVisibility()).map((kind) => kind.getAttribute('value')),
    );

  it('offers what the engine can read of the country, and no more', async () => {
    const live = await VerificationDesk.open(bank.running, false);
    const { walk, page, context } = await somebody({ locale: 'de-DE' });
    await walk.start((await live.invite({ user: { language: 'en' } })).url);
    await walk.agree();
    expect(await page.inputValue('#country')).toBe('DEU');
    expect(await page.inputValue('#search')).toBe('Germany');
    expect(await page.locator('#country option').nth(1).getAttribute('value')).toBe('DEU');
    expect(await shownKinds(page)).toEqual(['passport', 'identity_card', 'residence_permit']);
    await page.selectOption('#country', 'USA');
    expect(await shownKinds(page)).toEqual(['passport', 'identity_card', 'residence_permit', 'driving_licence']);
    await page.selectOption('#country', 'GBR');
    expect(await shownKinds(page)).toEqual(['passport', 'residence_permit']);
    await context.close();
  });

  it('is searched by a part of the name, without accents, or by the code', async () => {
    const { walk, page, context } = await somebody({ locale: 'de-DE' });
    await walk.start((await desk.invite({ user: { language: 'en' } })).url);
    await walk.agree();
    const field = page.getByRole('combobox', { name: 'Issued by' });
    const options = page.getByRole('option');
    const found = async (text: string) => {
      await field.fill(text);
      return [await page.inputValue('#country'), await options.count()];
    };
    expect(await found('turki')).toEqual(['TUR', 1]);
    expect(await found('cote')).toEqual(['CIV', 1]);
    expect((await found('usa'))[0]).toBe('USA');
    expect(await found('nowhere')).toEqual(['', 0]);
    await page.getByText('No country found. Check the spelling.').waitFor();
    await page.click('button[value=passport]');
    expect(await page.evaluate(`document.querySelector('#search').validationMessage`)).toMatch(/^No country found/);
    await found('united');
    await page.getByRole('option', { name: 'United States' }).click();
    expect([await field.inputValue(), await page.inputValue('#country')]).toEqual(['United States', 'USA']);
    await found('au');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect([await field.inputValue(), await page.inputValue('#country')]).toEqual(['Austria', 'AUT']);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-capture=document]');
    await context.close();
  });

  it('says without JavaScript which countries a kind is limited to, and refuses what cannot be read before a picture', async () => {
    const live = await VerificationDesk.open(bank.running, false);
    const { page, context } = await somebody({ javaScriptEnabled: false });
    await page.goto((await live.invite()).url);
    await page.click('form[action$="/start"] button');
    await page.click('form[action$="/consent"] button[value=yes]');
    const licence = page.locator('button[value=driving_licence]');
    expect(await licence.innerText()).toContain('Only from: Canada, Puerto Rico and United States');
    await page.selectOption('#country', 'DEU');
    await licence.click();
    await page.getByText('We cannot read this document from that country.').waitFor();
    expect(await page.inputValue('#country')).toBe('DEU');
    await page.selectOption('#country', 'CAN');
    await licence.click();
    await page.waitForSelector('[data-capture=document]');
    await context.close();
  });

  it('offers another phone on a desktop only', async () => {
    const offers = async (options: BrowserContextOptions) => {
      const { walk, page, context } = await somebody(options);
      await walk.start((await desk.invite()).url);
      await walk.agree();
      await walk.choose('passport');
      const count = await page.locator('form[action$="/handover"]').count();
      await context.close();
      return count;
    };
    const pixel =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
    expect(await offers({ viewport: DESKTOP })).toBe(1);
    expect(await offers({ viewport: PHONE, isMobile: true, hasTouch: true, userAgent: pixel })).toBe(0);
  });
});

describe('What happens on the way', () => {
  it('a reload, the back button and a second tab show the step where the session is', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    const other = await context.newPage();
    await other.goto(url);
    expect(other.url()).toMatch(/\/IdvWebServer\/session$/);
    await walk.agree();
    await walk.choose('passport');
    await page.reload();
    await page.waitForSelector('[data-capture=document]');
    await other.click('form[action$="/consent"] button[value=yes]'); // the form of a step that is over
    await other.waitForSelector('[data-capture=document]');
    await page.goBack();
    await page.waitForSelector('[data-capture=document]');
    await context.close();
  });

  it('a form that is sent twice does what it does once', async () => {
    const { walk, page, context } = await somebody({ javaScriptEnabled: false });
    const { url } = await desk.invite();
    await page.goto(url);
    await page.dblclick('form[action$="/start"] button');
    await walk.at('consent');
    await page.dblclick('form[action$="/consent"] button[value=yes]');
    await walk.at('document');
    await context.close();
  });

  it('a network that is lost while a picture is sent loses nothing: it goes on when it is back', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    await context.route('**/pictures/front', (route) => route.abort('internetdisconnected'));
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await page.getByRole('alert').getByText('You are offline.').waitFor();
    await context.unroute('**/pictures/front');
    await page.evaluate('dispatchEvent(new Event("online"))');
    await walk.at('confirmation');
    await context.close();
  });

  it('a server that is busy is asked again when it has said so', async () => {
    const { walk, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    const busy = { status: 503, headers: { 'Retry-After': '1' }, contentType: 'application/problem+json', body: '{}' };
    await context.route('**/pictures/front', (route) => route.fulfill(busy), { times: 1 });
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await walk.at('confirmation');
    await context.close();
  });

  it('a check that takes longer than ten seconds says so, and goes on by itself', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    await page.clock.install();
    let goOn = (): void => undefined;
    const ready = new Promise<void>((resolve) => (goOn = resolve));
    await context.route('**/pictures/front', async (route) => {
      await ready;
      await route.continue();
    });
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await page.waitForSelector('[data-capture][data-scene=sending]');
    await page.clock.fastForward(10_000);
    await page.locator('[data-progress]', { hasText: 'This takes longer than usual.' }).waitFor();
    goOn();
    await walk.at('confirmation');
    await context.close();
  });

  it('a server that stays too slow costs no try, and the page says so', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    await page.clock.install();
    const late = { status: 503, headers: { 'Retry-After': '2' }, contentType: 'application/problem+json', body: '{}' };
    await context.route('**/pictures/front', (route) => route.fulfill(late));
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await page.locator('[data-progress]', { hasText: 'This takes longer than usual.' }).waitFor();
    await page.clock.fastForward(301_000);
    await page.getByRole('alert').getByText('You have not lost anything, and no try was used.').waitFor();
    await context.unroute('**/pictures/front');
    await page.getByRole('button', { name: 'Send again' }).click();
    await walk.at('confirmation');
    await context.close();
  });

  it('a link that somebody else has opened starts nothing for them', async () => {
    const { url } = await desk.invite();
    const [owner, thief] = [await somebody(), await somebody()];
    await thief.page.goto(url);
    await owner.walk.start(url);
    await thief.page.click('form[action$="/start"] button');
    await thief.page.getByRole('heading', { name: 'Already open in another browser' }).waitFor();
    await owner.walk.agree();
    await Promise.all([owner.context.close(), thief.context.close()]);
  });

  it('a warning comes before the time is up, and one key keeps the session', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await page.clock.install();
    await walk.start(url);
    await page.clock.fastForward('28:30');
    await page.getByRole('dialog').waitFor();
    const extended = page.waitForResponse('**/session/extend');
    await page.keyboard.press('a');
    expect((await extended).status()).toBe(200);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await context.close();
  });

  it('a wrong number makes the link of the phone void, and the desktop keeps the session', async () => {
    const [desktop, phone] = [await somebody(), await somebody()];
    const { url } = await desk.invite();
    await desktop.walk.start(url);
    await desktop.walk.agree();
    await desktop.walk.choose('passport');
    await desktop.page.click('form[action$="/handover"] button');
    await phone.page.goto(await desktop.page.inputValue('#link'));
    const number = Number(await phone.page.innerText('.number'));
    await desktop.page.fill('#number', String(number === 99 ? 10 : number + 1));
    await desktop.page.click('form[action$="/confirm"] button');
    await desktop.page.getByText('That number is wrong.').waitFor();
    await desktop.page.waitForSelector('[data-capture=document]');
    await phone.page.getByRole('heading', { name: 'This link has ended' }).waitFor();
    await Promise.all([desktop.context.close(), phone.context.close()]);
  });
});

describe('A picture that is of no use', () => {
  const blank = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#eee' } })
      .png()
      .toBuffer();

  it('is refused before it is sent where nothing is on it', async () => {
    const { walk, page, context } = await somebody();
    await walk.start((await desk.invite()).url);
    await walk.agree();
    await walk.choose('identity_card');
    const file = { name: 'b.png', mimeType: 'image/png', buffer: await blank() };
    await page.locator('[data-in=choose] input[type=file]').setInputFiles(file);
    await page.getByRole('alert').getByText('There is no text in this picture.').waitFor();
    expect(await page.locator('[data-send$="/front"]').count()).toBe(1);
    await context.close();
  });

  it('is shown with what was wrong and where, and one button to try again', async () => {
    const { walk, page, context, complaints } = await somebody({ viewport: PHONE });
    await walk.start((await desk.invite()).url);
    await walk.agree();
    await walk.choose('passport');
    const glare = await sharp({ create: { width: 160, height: 100, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const buffer = await sharp(passport)
      .composite([{ input: glare, left: 520, top: 300 }])
      .png()
      .toBuffer();
    const answer = { retry: 'document_unreadable', left: 2, step: 'front' };
    await context.route('**/pictures/front', (route) => route.fulfill({ json: answer }), { times: 1 });
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer });
    const alert = page.getByRole('alert');
    await alert.getByText('The document could not be read.').waitFor();
    expect(await alert.innerText()).toContain('Tries left: 2');
    const [picture, mark] = [page.locator('[data-failed] canvas'), page.locator('[data-failed] .mark')];
    const [whole, marked] = [(await picture.boundingBox())!, (await mark.boundingBox())!];
    expect(Math.abs((marked.x - whole.x) / whole.width - 520 / 1_280)).toBeLessThan(0.05);
    expect(Math.abs((marked.y - whole.y) / whole.height - 300 / 960)).toBeLessThan(0.05);
    expect(await page.locator('[data-in=failed] button:visible').count()).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await walk.at('confirmation');
    expect(wrongIn(complaints)).toEqual([]);
    await context.close();
  });

  it('is a selfie, shown with the face and what was wrong, and one button to try again', async () => {
    const { walk, page, context, complaints } = await somebody({ viewport: PHONE });
    await walk.toSelfie((await desk.invite()).url, passport);
    await page.clock.install();
    const seen = { fault: 'face_too_small', frame: 0, face: { left: 0.1, top: 0.2, width: 0.2, height: 0.3 } };
    const answer = { retry: 'selfie_quality', left: 2, step: 'selfie', seen };
    await context.route('**/session/selfie', (route) => route.fulfill({ json: answer }), { times: 1 });
    await walk.film('[data-scene=failed]');
    const alert = page.getByRole('alert');
    expect(await alert.innerText()).toMatch(/Your face was too small\. Come closer\. Tries left: 2/);
    const [picture, mark] = [page.locator('[data-failed] canvas'), page.locator('[data-failed] .mark')];
    const [whole, marked] = [(await picture.boundingBox())!, (await mark.boundingBox())!];
    // As in a mirror: that is how the camera's picture was seen.
    expect(Math.abs((marked.x - whole.x) / whole.width - 0.7)).toBeLessThan(0.02);
    expect(Math.abs((marked.y - whole.y) / whole.height - 0.2)).toBeLessThan(0.02);
    expect(await page.locator('[data-in=failed] button:visible').count()).toBe(1);
    await page.getByText('Without movements', { exact: true }).click();
    await page.locator('details[open] :is([data-do=still], [action$="/other-way"] button)').waitFor();
    await walk.film('form[action$="/opt-in"]', '[data-do=again]');
    expect(wrongIn(complaints)).toEqual([]);
    await context.close();
  });

  it('is told to be the back at once, where the front is wanted', async () => {
    const { walk, page, context } = await somebody({ viewport: PHONE });
    await walk.start((await desk.invite()).url);
    await walk.agree();
    await walk.choose('identity_card');
    const answer = { retry: 'portrait_missing', left: 2, step: 'front' };
    await context.route('**/pictures/front', (route) => route.fulfill({ json: answer }), { times: 1 });
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await page.getByRole('alert').getByText('This looks like the back').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await page.locator('[data-send$="/back"]').waitFor({ state: 'attached' });
    await context.close();
  });
});

describe('The camera', () => {
  it('fills the screen of a phone, with its buttons, and a way back', async () => {
    const { walk, page, context } = await somebody({ viewport: PHONE, hasTouch: true, isMobile: true });
    await walk.start((await desk.invite()).url);
    await walk.agree();
    await walk.choose('identity_card');
    await page.evaluate(`
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        canvas.getContext('2d').fillRect(0, 0, 640, 480);
        return canvas.captureStream(5);
      }`);
    await page.click('[data-do=camera]');
    await page.waitForSelector('.chip:not(:empty)');
    const scene = page.locator('[data-in=camera]');
    expect(await scene.boundingBox()).toEqual({ x: 0, y: 0, ...PHONE });
    await page.locator('.scene-title').getByText('Photograph the front').waitFor();
    expect((await page.locator('.finder').boundingBox())!.width).toBe(PHONE.width);
    expect(await scene.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true);
    await scene.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Use the camera' }).waitFor();
    await context.close();
  });

  it('shows where it sees the document, and asks for it to be straightened; a turned one is not taken by itself', async () => {
    const { walk, page, context, complaints } = await somebody({ viewport: PHONE, hasTouch: true, isMobile: true });
    await walk.start((await desk.invite()).url);
    await walk.agree();
    await walk.choose('identity_card');
    // A card on a table, turned by as many degrees as the test says.
    await page.evaluate(`
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
        const context = canvas.getContext('2d');
        const draw = () => {
          context.resetTransform();
          context.fillStyle = '#444';
          context.fillRect(0, 0, 640, 480);
          context.translate(320, 240);
          context.rotate((window.turned * Math.PI) / 180);
          context.fillStyle = '#ddd';
          context.fillRect(-245, -155, 490, 310);
          context.fillStyle = '#333';
          for (let y = -100; y < 120; y += 30) for (let x = -180; x < 180; x += 9) context.fillRect(x, y, 4, 10);
        };
        window.turned = 11;
        setInterval(draw, 50);
        return canvas.captureStream(20);
      }`);
    await page.click('[data-do=camera]');
    await page.locator('.chip').getByText('Straighten the document').waitFor();
    const outline = page.locator('[data-found-outline][data-seen]');
    await outline.waitFor({ state: 'attached' });
    expect(await page.locator('[data-heard]').getAttribute('role')).toBe('status');
    await page.locator('[data-heard]').getByText('Straighten the document').waitFor({ state: 'attached' });
    const heightOf = async () =>
      (await outline.boundingBox())!.height / (await page.locator('.finder').boundingBox())!.height;
    expect(await heightOf()).toBeGreaterThan(0.75);
    await page.evaluate('window.turned = 0');
    await page.getByRole('heading', { name: 'Can everything be read?' }).waitFor();
    expect(wrongIn(complaints)).toEqual([]);
    await context.close();
  });

  it('that may not be used, or is not there, leaves the file as the other way', async () => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    for (const [name, told] of [
      ['NotAllowedError', 'This page may not use the camera.'],
      ['NotFoundError', 'There is no camera on this device.'],
      ['NotReadableError', 'The camera does not answer.'],
    ]) {
      await page.evaluate(
        `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${String(name)}'))`,
      );
      await page.click('[data-do=camera]');
      await page.getByRole('alert').getByText(String(told)).waitFor();
    }
    await walk.upload({ name: 'p.png', mimeType: 'image/png', buffer: passport });
    await walk.at('confirmation');
    await context.close();
  });

  it.each([
    ['text.jpg', 'not a picture', 'This file is not a picture that can be opened.'],
    ['broken.pdf', '%PDF-1.7 and no more', 'This PDF file cannot be opened.'],
    ['phone.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'This browser cannot open HEIC pictures.'],
  ])('is not needed for a file, and what is no picture is told at once: %s', async (name, content, told) => {
    const { walk, page, context } = await somebody();
    const { url } = await desk.invite();
    await walk.start(url);
    await walk.agree();
    await walk.choose('passport');
    const file = { name, mimeType: 'image/jpeg', buffer: Buffer.from(content, 'latin1') };
    await page.locator('[data-in=choose] input[type=file]').setInputFiles(file);
    await page.getByRole('alert').getByText(told).waitFor();
    await context.close();
  });
});

it('A session has expired when nothing happened for too long, and the page says so', async () => {
  const { walk, page, context } = await somebody();
  const invited = await desk.invite();
  await walk.start(invited.url);
  const past = `UPDATE idv.session SET expires_at = now() - interval '1 second' WHERE user_id = $1`;
  await bank.running.app.get(Database).rows(past, [invited.userId]);
  await page.click('form[action$="/consent"] button[value=yes]');
  await page.getByRole('heading', { name: 'This verification has expired' }).waitFor();
  expect(await desk.resultOf(invited)).toMatchObject({ status: 'EXPIRED' });
  await context.close();
});

it('The page takes the first page of a PDF file, whose reader is loaded only then', async () => {
  const { walk, page, context, complaints } = await somebody();
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await walk.start((await desk.invite()).url);
  await walk.agree();
  await walk.choose('passport');
  expect(loaded.filter((url) => /pdf/.test(url))).toEqual([]);
  await walk.upload({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: PDF });
  await walk.at('confirmation');
  expect(wrongIn(complaints)).toEqual([]);
  await context.close();
});

it('The page loads less than 150 KB at first, and nothing from anywhere else', async () => {
  const { page, context } = await somebody();
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto((await desk.invite()).url, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const loaded = sizes.reduce(
    (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
    0,
  );
  expect(loaded).toBeGreaterThan(10_000);
  expect(loaded).toBeLessThan(150_000);
  const origins = new Set(requests.map((request) => new URL(request.url()).origin));
  expect([...origins]).toEqual([bank.running.config.idvUrl]);
  await context.close();
});

it('A verification ends in test mode as the application has asked, and tells why', async () => {
  const invited = await desk.invite({ payload: { simulate: 'DOCUMENT_REJECTED' } });
  const { page, context, complaints } = await somebody();
  await page.goto(invited.url);
  await page.click('form[action$="/start"] button');
  await page.getByRole('button', { name: 'End with DOCUMENT_REJECTED' }).click();
  await page.getByRole('heading', { name: 'The document could not be accepted' }).waitFor();
  const back = page.getByRole('link', { name: 'Back to Meridian Bank' });
  expect(await back.getAttribute('href')).toBe(RETURN_URL);
  expect(wrongIn(complaints)).toEqual([]);
  await context.close();
});
