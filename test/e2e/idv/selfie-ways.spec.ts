import { startedBrowser, type HttpBrowser, type Shown } from '../../support/idv/http-browser.js';
import { linkAfter } from '../../support/idv/linked-film.js';
import { BACK, idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { jpegOf } from '../../support/pictures.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { running } from './running.js';

const WAY = 'action="/IdvWebServer/session/other-way"';
const STILL = 'data-do="still"';

/** Ways to the selfie for users who cannot move their head, or must not see changing light: over HTTP, by the pages. */
const OPEN = /<details\s+class="fold"[^>]*\sopen\s*>/;

describe('Ways to a selfie', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
  });

  const atSelfie = async (userId: string, settings: object = {}) => {
    await portal.configure(settings);
    const begun = await startedBrowser(running(), portal, userId);
    await portal.configure(null);
    const { browser } = begun;
    await browser.submit(await browser.session(), 'consent', { agreed: 'yes' });
    await browser.submit(await browser.session(), 'document', { type: 'passport', country: 'UTO' });
    await browser.picture(await browser.session(), 'pictures/front', await jpegOf());
    await browser.submit(await browser.session(), 'confirmation', { answer: 'confirm' });
    return { ...begun, page: await browser.session() };
  };
  /** As the page sends it. */
  class Film {
    private link: string;

    constructor(
      private readonly browser: HttpBrowser,
      private readonly page: Shown,
      private readonly nonce: string,
    ) {
      this.link = nonce;
    }

    async frame(number: number): Promise<Record<string, any>> {
      const [bytes, { place }] = [await jpegOf(), this];
      this.link = linkAfter(this.link, bytes);
      return this.answered(`frames/${number}`, bytes, place);
    }

    ask = (path: string): Promise<Record<string, any>> => this.answered(path, new Uint8Array(), this.place);

    private get place() {
      return { 'challenge-nonce': this.nonce, 'challenge-link': this.link };
    }

    private async answered(path: string, bytes: Uint8Array, place: Record<string, string>) {
      const { text } = await this.browser.picture(this.page, path, bytes, 'image/jpeg', place);
      return JSON.parse(text) as Record<string, any>;
    }
  }
  const formOf = (fields: Record<string, string>) => new URLSearchParams(fields);
  const sent = async (browser: HttpBrowser, path: string, fields: Record<string, string> = {}) => {
    const token = /data-csrf="([^"]*)"/.exec((await browser.session()).text)?.[1] ?? '';
    const headers = { 'form-token': token, 'content-type': 'application/x-www-form-urlencoded' };
    const { status, text } = await browser.send('POST', `/IdvWebServer/session/${path}`, formOf(fields), {
      ...headers,
      accept: 'application/json',
    });
    return { status, body: JSON.parse(text) as Record<string, any> };
  };

  describe('Without movements', () => {
    it('the colours are taken alone, and a person decides', async () => {
      const { browser, token, page } = await atSelfie('way-still', { review: true });
      expect([page.text.includes(STILL), page.text.includes(WAY)]).toEqual([true, false]);
      const { body } = await sent(browser, 'challenges', { motion: 'no', light: 'yes' });
      expect(body).toMatchObject({ steps: ['look_straight'], lit: true });
      expect(body).not.toHaveProperty('colours');
      const film = new Film(browser, page, body['nonce']);
      expect(await film.frame(0)).toEqual({});
      const shown: string[] = [];
      let asked = await film.ask('light');
      while (asked['colour']) {
        shown.push(asked['colour']);
        asked = await film.frame(24 + shown.length - 1);
      }
      expect(shown).toHaveLength(6);
      expect(await film.ask('selfie')).toEqual({ step: 'optIn' });
      await browser.submit(await browser.session(), 'opt-in', { agreed: 'yes' });
      expect((await portal.result(token)).body).toMatchObject({
        status: 'REVIEW',
        reasons: [{ code: 'liveness_failed' }],
      });
    });

    it('the user goes back without a person who could decide, and the enterprise is told why', async () => {
      const receiver = await WebhookReceiver.start();
      const subscriber = await idvPortalOf(running(), { scopes: ['webhooks:read', 'webhooks:write'] });
      await subscriber.api.post('/v1/webhookEndpoints', { url: receiver.url, eventTypes: ['idv.finished'] });
      const { browser, token, page } = await atSelfie('way-none');
      expect([page.text.includes(STILL), page.text.includes(WAY)]).toEqual([false, true]);
      expect((await sent(browser, 'challenges', { motion: 'no' })).body['steps'].length).toBeGreaterThan(1);
      expect(await browser.submit(page, 'other-way')).toMatchObject({ status: 303 });
      const { text } = await browser.session();
      expect(text).toContain('You need another way');
      expect(text).toContain(`href="${BACK}"`);
      const told = { status: 'CANCELLED', reasons: [{ code: 'other_way_needed', retryable: false }] };
      expect((await portal.result(token)).body).toMatchObject(told);
      const [webhook] = await receiver.received(1);
      expect(JSON.parse(webhook!.body).data).toMatchObject({ status: 'CANCELLED', reasons: ['other_way_needed'] });
      await receiver.close();
    });

    it('the way is shown at once after movements that were not recognised', async () => {
      const { browser, page } = await atSelfie('way-failed');
      expect(page.text).not.toMatch(OPEN);
      const { body } = await sent(browser, 'challenges');
      expect(await new Film(browser, page, body['nonce']).ask('selfie')).toMatchObject({ retry: 'liveness_failed' });
      expect((await browser.session()).text).toMatch(OPEN);
    });
  });

  it('Without colours where they must be found, and nobody could decide, the user goes back with that reason', async () => {
    const { browser, token, page } = await atSelfie('way-unlit', { requireLight: true });
    expect([page.text.includes('data-do="unlit"'), page.text.includes(WAY)]).toEqual([false, true]);
    await browser.submit(page, 'other-way');
    expect((await portal.result(token)).body).toMatchObject({ reasons: [{ code: 'other_way_needed' }] });
  });

  it('A page of an earlier version is told that its route is gone, so that it loads itself anew', async () => {
    const { browser } = await atSelfie('way-old-page');
    expect(await sent(browser, 'challenge')).toMatchObject({ status: 404, body: { code: 'kernel/not-found' } });
    expect((await browser.session()).text).toContain('data-capture="selfie"');
  });

  it('Frames that leave the chain are refused in words that tell what is wanted', async () => {
    const { browser, page } = await atSelfie('way-chain');
    const { body } = await sent(browser, 'challenges');
    const refused = { code: 'idv/frame-out-of-order', status: 409, expected: 0 };
    expect(await new Film(browser, page, body['nonce']).frame(3)).toMatchObject(refused);
    const { status, text } = await browser.picture(page, 'frames/0', await jpegOf(), 'image/jpeg', {
      'challenge-nonce': body['nonce'],
    });
    expect({ ...JSON.parse(text), status }).toMatchObject(refused);
  });

  it('No form of another step ends a session so', async () => {
    const { browser, token } = await startedBrowser(running(), portal, 'way-early');
    await browser.submit(await browser.session(), 'other-way');
    expect((await portal.result(token)).body).toMatchObject({ status: 'IN_PROGRESS' });
  });
});
