import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Bank } from '../support/bank.js';
import { application } from '../support/signing-in.js';

describe('The brand of an enterprise', () => {
  const LOGO = 'https://logo.example/logo.svg';
  const drawing = (width: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="40" viewBox="0 0 ${width} 40">` +
    `<rect width="40" height="40" rx="20" fill="#0b3d91"/><rect x="52" y="12" width="${width}" height="16" fill="#111"/></svg>`;

  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open({ BRAND_LOGO_URL: LOGO, BRAND_COLOR: '#0b3d91' });
  });
  afterAll(() => bank.close());

  async function seenWith(logo: string | undefined, act: (page: Page) => Promise<void>): Promise<void> {
    const { page, context } = await bank.visitor();
    await context.route('https://logo.example/**', (route) =>
      logo === undefined ? route.abort() : route.fulfill({ contentType: 'image/svg+xml', body: logo }),
    );
    const { redirectUris } = bank.online;
    const shop = await application(bank.running, { redirectUris, clientName: 'Harbour Invoices', logoUri: LOGO });
    await page.goto(bank.entrance(shop));
    await page.waitForLoadState('networkidle');
    await act(page);
    await context.close();
  }

  /** For people to look at, as the gallery does. */
  async function photograph(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENSHOTS'];
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
    }
  }

  const nameIsSeen = (page: Page) =>
    page.locator('.brand span').evaluate((name) => (name as unknown as { offsetWidth: number }).offsetWidth > 1);

  it('stands with its name beside a logo that is a sign, and alone where it is the whole name', async () => {
    await seenWith(drawing(40), async (page) => {
      expect(await nameIsSeen(page)).toBe(true);
      await photograph(page, 'brand-sign');
    });
    await seenWith(drawing(220), async (page) => {
      expect(await nameIsSeen(page)).toBe(false);
      await page.getByRole('banner').getByText('Meridian Bank').waitFor({ state: 'attached' }); // heard, all the same
      await photograph(page, 'brand-wordmark');
    });
  });

  it('keeps its name where the logo does not come', async () => {
    await seenWith(undefined, async (page) => {
      expect(await nameIsSeen(page)).toBe(true);
      expect(await page.locator('img:visible').count()).toBe(0);
      await photograph(page, 'brand-lost');
    });
  });

  it('gives its colour to what is pressed', async () => {
    await seenWith(drawing(40), async (page) => {
      const color = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('.actions button')).backgroundColor`,
      );
      expect(color).toBe('rgb(11, 61, 145)');
    });
  });
});
