import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../support/browser.js';
import { pageStates } from '../support/page-states/page-states.js';
import { paint, setScene, type Scene } from '../support/page-states/scene.js';

/**
 * Pictures of the pages, for people to look at: `SCREENSHOTS=folder npm run test:browser -- gallery`. `ONLY`, `LANGUAGES`,
 * `SCHEMES` and `COLORS` (of brands) choose which, by words with spaces between.
 */
const FOLDER = process.env['SCREENSHOTS'] ?? '';
const chosen = (name: string, otherwise: string): string[] => (process.env[name] ?? otherwise).split(' ');
const SCHEMES = chosen('SCHEMES', 'light dark').map((scheme) => (scheme === 'dark' ? 'dark' : 'light'));

let scene: Scene;
beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  scene = await setScene();
});
afterAll(() => scene.close());

const wanted = chosen('ONLY', pageStates.map(([name]) => name).join(' '));
const pictures = chosen('LANGUAGES', 'en').flatMap((language) =>
  pageStates.filter(([name]) => wanted.includes(name)).map(([name, open]) => [name, language, open] as const),
);

it.each(pictures)('%s is photographed in %s', async (name, language, open) => {
  const { page, context } = await scene.bank.visitor({ locale: language });
  await open(scene, page);
  for (const color of chosen('COLORS', '')) {
    if (color !== '') await paint(page, color);
    await photograph(page, [name, language, color].filter(Boolean).join('-'));
  }
  await context.close();
});

async function photograph(page: Page, name: string): Promise<void> {
  for (const [device, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${FOLDER}/${name}-${device}-${colorScheme}.png`, fullPage: true });
    }
  }
}
