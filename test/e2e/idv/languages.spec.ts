import { HttpBrowser, linkOf, type Shown } from '../../support/idv/http-browser.js';
import { idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { running } from './running.js';

const languageOf = ({ text }: Shown): string => /<html lang="(\w+)"/.exec(text)?.[1] ?? '';

/** One language from the first page of a verification to the last. */
describe('The language of the pages', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
  });

  /** The languages of all pages, in the order in which they are seen: that of an error among them. */
  async function seen(token: string, browser: HttpBrowser): Promise<string[]> {
    const welcome = await browser.open(linkOf(token));
    await browser.submit(welcome, 'start');
    const consent = await browser.session();
    const forged = await browser.submit({ ...consent, text: '' }, 'consent', { agreed: 'yes', csrf: 'x' });
    await browser.submit(consent, 'consent', { agreed: 'yes' });
    const document = await browser.session();
    await browser.submit(document, 'cancel');
    return [welcome, consent, forged, document, await browser.session()].map(languageOf);
  }
  const all = (language: string) => Array<string>(5).fill(language);

  it('is the one of the browser where the enterprise has given none', async () => {
    const token = await portal.token(await portal.enrol('lang-none'));
    expect(await seen(token, new HttpBrowser(running(), 'de-AT,en;q=0.5'))).toEqual(all('de'));
  });

  it('is the one that the enterprise has given for the user', async () => {
    const token = await portal.token(await portal.enrol('lang-user', { language: 'es-MX' }));
    expect(await seen(token, new HttpBrowser(running(), 'de'))).toEqual(all('es'));
  });

  it('is the one that the enterprise has given for the session, before that of the user', async () => {
    const token = await portal.token(await portal.enrol('lang-session', { language: 'es' }), { language: 'ar' });
    expect(await seen(token, new HttpBrowser(running(), 'de'))).toEqual(all('ar'));
    const refused = await portal.open('lang-session', { language: 'not a language' });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/language']);
  });

  it('is the one that the user chooses on a page, and goes with the user to the phone', async () => {
    const token = await portal.token(await portal.enrol('lang-phone'));
    const [desktop, phone] = [new HttpBrowser(running(), 'de'), new HttpBrowser(running(), 'en')];
    await desktop.submit(await desktop.open(linkOf(token)), 'start');
    await desktop.submit(await desktop.session(), 'consent', { agreed: 'yes' });
    await desktop.submit(await desktop.session(), 'document', { type: 'passport', country: 'UTO' });
    await desktop.submit(await desktop.open('/IdvWebServer/session?lang=ar'), 'handover');
    const { text } = await desktop.session();
    const link = /\/IdvWebServer\/handover\?token=[\w-]+/.exec(text)?.[0] ?? '';
    const waiting = await phone.open(link);
    const number = /\b\d\d\b/.exec(waiting.text.replace(/^[^]*<main/, ''))?.[0] ?? '';
    await desktop.submit(await desktop.session(), 'confirm', { number });
    const going = await phone.session();
    expect(going.text).toContain('data-capture="document"');
    expect([waiting, going].map(languageOf)).toEqual(['ar', 'ar']);
  });
});
