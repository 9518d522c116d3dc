import { mkdirSync } from 'node:fs';
import { DESKTOP, PHONE } from '../support/browser.js';
import { BankWithApp } from '../support/phone-app/phone-in-browser.js';
import { phoneScreens } from '../support/phone-app/phone-screens.js';

/** Pictures of the app, as `gallery.spec.ts` takes them of the pages. */
const FOLDER = process.env['SCREENSHOTS'] ?? '';
const chosen = (name: string, otherwise: string): string[] => (process.env[name] ?? otherwise).split(' ');
/** The smallest screen on which all answers are in view. */
const SMALL = { width: 360, height: 640 };
const SCHEMES = chosen('SCHEMES', 'light dark').map((scheme) => (scheme === 'dark' ? 'dark' : 'light'));

let bank: BankWithApp;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  bank = await BankWithApp.open();
});
afterAll(() => bank.close());

it.each(chosen('LANGUAGES', 'en'))(
  'every screen is photographed in %s',
  async (locale) => {
    const phone = await bank.phone({ locale });
    const visit = { bank, phone, userId: await bank.customer(locale) };
    for (const [name, open] of phoneScreens) {
      await open(visit).catch(async (error: unknown) => {
        await phone.page.screenshot({ path: `${FOLDER}/failed-${name}.png` });
        throw new Error(`${name}: ${phone.complaints.join('\n')}`, { cause: error });
      });
      for (const [device, viewport] of Object.entries({ small: SMALL, phone: PHONE, desktop: DESKTOP })) {
        await phone.page.setViewportSize(viewport);
        for (const colorScheme of SCHEMES) {
          await phone.page.emulateMedia({ colorScheme });
          await phone.page.screenshot({ path: `${FOLDER}/${name}-${locale}-${device}-${colorScheme}.png` });
        }
      }
      await phone.page.setViewportSize(PHONE);
    }
    expect(phone.complaints).toEqual([]);
    await phone.close();
  },
  180_000,
);
