import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../browser.js';
import { paint } from '../page-states/scene.js';
import { violationsOf } from './axe.js';
import { wrongColours } from './colours.js';

type Look = readonly [viewport: typeof PHONE, colorScheme: 'light' | 'dark', check: (page: Page) => Promise<string[]>];
const FIRST: Look = [PHONE, 'light', violationsOf];
const looks: readonly Look[] = [
  FIRST,
  [DESKTOP, 'dark', violationsOf],
  [DESKTOP, 'light', wrongColours],
  [PHONE, 'dark', wrongColours],
];

/** Brand colours on which text is hardest to read: very light, middle grey, nearly black. */
const HARD_BRANDS = ['fff9c4', '808080', '0a0a0a'];

async function wrongIn(page: Page, [viewport, colorScheme, check]: Look): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  return check(page);
}

export const wrongOnPhone = (page: Page): Promise<string[]> => wrongIn(page, FIRST);

/** The violations that axe finds on phone and desktop, in light and dark, with each difficult brand colour. */
export async function wrongInAnyLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) found.push(...(await wrongIn(page, look)));
  for (const color of HARD_BRANDS) {
    await paint(page, color);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await wrongColours(page)).map((violation) => `${color}, ${colorScheme}: ${violation}`));
    }
  }
  return found;
}
