import type { Page } from 'playwright-core';
import { DESKTOP, PHONE } from '../browser.js';
import { paint } from '../page-states/scene.js';
import { violationsOf } from './axe.js';

/** What may be wrong in one look and right in another. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

type Look = readonly [viewport: typeof PHONE, colorScheme: 'light' | 'dark', rules?: readonly string[]];
const FIRST: Look = [PHONE, 'light'];
const looks: readonly Look[] = [FIRST, [DESKTOP, 'dark'], [DESKTOP, 'light', COLOURS], [PHONE, 'dark', COLOURS]];

/** Very light, in the middle of all greys, and nearly black: where colours are hardest to read. */
const HARD_BRANDS = ['fff9c4', '808080', '0a0a0a'];

async function wrongIn(page: Page, [viewport, colorScheme, rules]: Look): Promise<string[]> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  return violationsOf(page, rules);
}

export const wrongOnPhone = (page: Page): Promise<string[]> => wrongIn(page, FIRST);

/** What axe finds on phone and desktop, in light and dark, whatever colour the brand has. */
export async function wrongInAnyLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) found.push(...(await wrongIn(page, look)));
  for (const color of HARD_BRANDS) {
    await paint(page, color);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await violationsOf(page, COLOURS)).map((violation) => `${color}, ${colorScheme}: ${violation}`));
    }
  }
  return found;
}
