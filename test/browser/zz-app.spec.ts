import { mkdirSync } from 'node:fs';
import { BankWithApp } from '../support/phone-app/phone-in-browser.js';
import { phoneScreens } from '../support/phone-app/phone-screens.js';
const FOLDER = process.env['SCREENSHOTS'] ?? '';
const LARGE = process.env['LARGE'] === '1';
const DARK = process.env['DARK'] ? 'dark' : 'light';
let bank: BankWithApp;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  bank = await BankWithApp.open();
});
afterAll(() => bank.close());
it.each((process.env['LANGUAGES'] ?? 'de').split(' '))(
  'app %s',
  async (locale) => {
    const phone = await bank.phone({ locale, viewport: { width: 360, height: 740 }, colorScheme: DARK as any });
    const visit = { bank, phone, userId: await bank.customer(locale) };
    const failed: string[] = [];
    for (const [name, open] of phoneScreens) {
      try {
        await open(visit);
      } catch (error) {
        failed.push(`${name}: ${String(error)}`.slice(0, 300));
        await phone.page.screenshot({ path: `${FOLDER}/failed-${name}-${locale}.png` });
        break;
      }
      if (LARGE) {
        await phone.page.evaluate(`document.documentElement.style.fontSize = '200%'`);
        await phone.page.waitForTimeout(150);
      }
      await phone.page.screenshot({ path: `${FOLDER}/${name}-${locale}-${DARK}${LARGE ? '-large' : ''}.png` });
      if (LARGE) await phone.page.evaluate(`document.documentElement.style.fontSize = ''`);
    }
    expect([failed, phone.complaints]).toEqual([[], []]);
  },
  300_000,
);
