import { FaceEngine } from '../../../src/idv/engine/face/face-engine.service.js';
import { endFilming, filmed } from '../../support/faces/filming.js';
import { photoOf } from '../../support/faces/sample-faces.js';
import { viewsFor } from '../../support/faces/turning-head.js';
import { linkOf, HttpBrowser } from '../../support/idv/http-browser.js';
import { linkAfter } from '../../support/idv/linked-film.js';
import { idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { photographOfLicence } from '../../support/specimens.js';
import { running } from './running.js';

const LICENCE = { type: 'driving_licence', country: 'GBR' };
const HOLDER = { firstName: 'Sarah Meredyth', lastName: 'Morgan' };
const LIVE_ENGINE = { payload: { engine: 'built-in' } };
const rowsWith = (number: string): string[] => [
  '1. MORGAN',
  '2. SARAH MEREDYTH',
  '3. 05.07.1964 CITY',
  '4a. 19.01.2023  4c. OFFICE',
  '4b. 18.01.2033',
  `5. ${number}`,
  '9. AM/B',
];

/** European driving licences by their numbered fields, where a client takes them. */
describe('Driving licences by their fields', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    const scopes = ['users:read', 'users:write', 'idv:read', 'idv:write', 'clients:write'];
    portal = await idvPortalOf(running(), { scopes });
  });
  afterAll(endFilming);

  const allow = (idv: object | null) => portal.api.patch(`/v1/clients/${portal.api.clientId}`, { idv });

  async function atTheDocument(userId: string) {
    const token = await portal.token(await portal.enrol(userId, HOLDER), LIVE_ENGINE);
    const browser = new HttpBrowser(running());
    await browser.submit(await browser.open(linkOf(token)), 'start');
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    return { browser, token };
  }

  const photographWith = async (number: string): Promise<Buffer> =>
    photographOfLicence(
      { title: 'DRIVING LICENCE', rows: rowsWith(number), portrait: await photoOf('6a') },
      { width: 1_400 },
    );

  /** Once more when a busy machine was late, as the page does: the first picture also waits for the engine to be loaded. */
  async function shown(browser: HttpBrowser, picture: Buffer) {
    for (;;) {
      const answer = await browser.picture(await browser.session(), 'pictures/front', picture);
      if (answer.status !== 503) return answer;
    }
  }

  async function film(browser: HttpBrowser) {
    const page = await browser.session();
    const { nonce, steps } = JSON.parse((await browser.picture(page, 'challenges', new Uint8Array())).text) as {
      nonce: string;
      steps: string[];
    };
    const photo = await photoOf('6a');
    const [found] = (await running().app.get(FaceEngine).find(photo, 'none')).faces;
    let link = nonce;
    const place = () => ({ 'challenge-nonce': nonce, 'challenge-link': link });
    for (const [number, frame] of (await filmed(photo, found!, viewsFor(steps, found!))).entries()) {
      await browser.picture(page, `frames/${number}`, frame, 'image/jpeg', place());
      link = linkAfter(link, frame);
    }
    return browser.picture(page, 'selfie', new Uint8Array(), 'image/jpeg', place());
  }

  it('are not offered by a client that has not allowed them, and refused when a browser sends one', async () => {
    expect(await allow({ licencesByFields: 'yes' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/idv/licencesByFields' }] },
    });
    expect((await allow(null)).status).toBe(200);
    const { browser } = await atTheDocument('lucia');
    expect(driversOf((await browser.session()).text)).toEqual(['CAN', 'PRI', 'USA']);
    await browser.submit(await browser.session(), 'document', LICENCE);
    expect((await browser.session()).text).toContain('id="country"');
  });

  it('are offered where they are allowed, by their front alone, and the result tells how they were read', async () => {
    expect((await allow({ licencesByFields: true })).status).toBe(200);
    const { browser, token } = await atTheDocument('sarah');
    expect(driversOf((await browser.session()).text)).toEqual(['CAN', 'DEU', 'ESP', 'GBR', 'PRI', 'USA']);
    await browser.submit(await browser.session(), 'document', LICENCE);
    const wrong = await shown(browser, await photographWith('MORGA657154SM9AB'));
    expect(JSON.parse(wrong.text)).toMatchObject({ step: 'front', retry: 'document_unreadable', left: 2 });
    const right = await shown(browser, await photographWith('MORGA607054SM9AB'));
    expect(JSON.parse(right.text)).toMatchObject({ step: 'confirm' });
    await browser.submit(await browser.session(), 'confirmation', { answer: 'confirm' });
    expect(JSON.parse((await film(browser)).text)).toMatchObject({ step: 'optIn' });
    await browser.submit(await browser.session(), 'opt-in', { agreed: 'yes' });
    expect((await portal.result(token)).body).toMatchObject({
      status: 'VERIFIED',
      test: true,
      document: { ...LICENCE, number: 'MORGA607054SM9AB', lastNames: 'MORGAN', readBy: 'numbered_fields' },
    });
  });
});

/** The countries of the button for driving licences. */
const driversOf = (page: string): string[] =>
  (/value="driving_licence"[^>]*data-of="([^"]*)"/.exec(page)?.[1] ?? '').split(' ').sort();
