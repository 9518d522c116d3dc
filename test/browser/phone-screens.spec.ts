import { DESKTOP, PHONE } from '../support/browser.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { misfits, misfitsOfLargeText } from '../support/page-checks/fit.js';
import { walk } from '../support/page-checks/walk.js';
import { BankWithApp, type PhoneInBrowser } from '../support/phone-app/phone-in-browser.js';
import { phoneScreens } from '../support/phone-app/phone-screens.js';

describe('Every screen of the app', () => {
  let bank: BankWithApp;
  beforeAll(async () => {
    bank = await BankWithApp.open();
  });
  afterAll(() => bank.close());

  const LONG = 240_000;

  /** What a check finds wrong on any screen of the app. */
  async function onEveryScreen(
    locale: string,
    check: (phone: PhoneInBrowser, name: string) => Promise<readonly unknown[]>,
  ): Promise<unknown[]> {
    const phone = await bank.phone({ locale, bypassCSP: true });
    const visit = { bank, phone, userId: await bank.customer(locale) };
    const found: unknown[] = [];
    for (const [name, open] of phoneScreens) {
      await open(visit);
      found.push(...(await check(phone, name)).map((wrong) => [name, wrong]));
      await phone.page.setViewportSize(PHONE);
    }
    await phone.close();
    return found;
  }

  async function faultsIn({ page }: PhoneInBrowser): Promise<string[]> {
    const faults: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        faults.push(...(await violationsOf(page)));
      }
    }
    return faults;
  }

  it.each(['en', 'ar'])(
    'every screen has nothing wrong for axe, on phone and desktop, in light and dark: %s',
    async (locale) => {
      expect(await onEveryScreen(locale, faultsIn)).toEqual([]);
    },
    LONG,
  );

  async function answersOutOfView(page: PhoneInBrowser['page']): Promise<unknown[]> {
    await page.setViewportSize({ width: 360, height: 640 });
    return page.evaluate(`scrollTo(0, 0), [...document.querySelectorAll('.answers.few button')]
    .filter((button) => button.getBoundingClientRect().bottom > innerHeight)
    .map((button) => 'out of view: ' + button.textContent)`);
  }

  // German has the longest words.
  it.each(['de', 'ar'])(
    'every screen fits when it is enlarged or set wide, everything is large enough to hit, and all answers are in view on a small phone: %s',
    async (locale) => {
      const found = await onEveryScreen(locale, async ({ page }) => {
        const wrong = [...(await misfitsOfLargeText(page)), ...(await misfits(page))];
        await page.evaluate('document.adoptedStyleSheets = []');
        return [...wrong, ...(await answersOutOfView(page))];
      });
      expect(found).toEqual([]);
    },
    LONG,
  );

  /** A field of a date has stops of its own. */
  const HAS_DATES = new Set(['app-filter', 'app-no-match', 'app-past']);

  it(
    'every screen is gone through by keyboard in the order of its text, and shows where one is',
    async () => {
      const found = await onEveryScreen('en', async ({ page }, name) => {
        if (HAS_DATES.has(name) || (await page.$('dialog[open]')) !== null) return [];
        const stops = await walk(page);
        return stops.filter(({ index, outline }, at) => index !== at || outline !== 'solid 2px');
      });
      expect(found).toEqual([]);
    },
    LONG,
  );
});
