import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../support/browser.js';
import { violationsOf } from '../support/page-checks/axe.js';
import { misfits } from '../support/page-checks/fit.js';
import { pageStates } from '../support/page-states/page-states.js';
import { paint, setScene, type Scene } from '../support/page-states/scene.js';

/** Very light, in the middle of all greys, and nearly black: where colours are hardest to read. */
const HARD_BRANDS = ['fff9c4', '808080', '0a0a0a'];

const looks = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESKTOP, colorScheme: 'dark' },
  { viewport: DESKTOP, colorScheme: 'light' },
  { viewport: PHONE, colorScheme: 'dark' },
] as const;

async function expectNothingWrong(page: Page, { viewport, colorScheme }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  expect(await violationsOf(page)).toEqual([]);
}

/** The same page as another, with other words: looked at by `every-page.spec.ts`, and here by whether it fits. */
const ALIKE =
  /^idv-(?:back|selfie-failed|mismatch|kyc-failed|declined|expired|cancelled|review|unknown|nothing|phone-gone)/;

async function expectNothingWrongInAnyLook(page: Page): Promise<void> {
  for (const look of looks) await expectNothingWrong(page, look);
  for (const color of HARD_BRANDS) {
    await paint(page, color);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page, ['color-contrast', 'link-in-text-block'])).toEqual([]);
    }
  }
}

let scene: Scene;
beforeAll(async () => {
  scene = await setScene();
});
afterAll(() => scene.close());

describe.each(pageStates)('The page %s', (name, open) => {
  // German has the longest words.
  it('fits when it is enlarged or set wide, is large enough to hit, and has nothing wrong for axe in any look', async () => {
    const { page, context } = await scene.bank.visitor({ locale: 'de', bypassCSP: true });
    await open(scene, page);
    if (!ALIKE.test(name)) await expectNothingWrongInAnyLook(page);
    expect(await misfits(page)).toEqual([]);
    await context.close();
  });
});

describe.each(pageStates.filter(([name]) => !ALIKE.test(name)))('The page %s from right to left', (_name, open) => {
  it('has nothing wrong either, and fits', async () => {
    const { page, context } = await scene.bank.visitor({ bypassCSP: true, locale: 'ar' });
    await open(scene, page);
    for (const look of looks.slice(0, 2)) await expectNothingWrong(page, look);
    expect(await misfits(page)).toEqual([]);
    await context.close();
  });
});
