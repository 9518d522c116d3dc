import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/**
 * The pages whose pictures the guide shows: the file's name and the height of the picture, by the page's name in the
 * test.
 */
const OF_THE_GUIDE: Readonly<Record<string, readonly [file: string, height: number]>> = {
  figures: ['console-overview', 1_670],
  review: ['console-review', 1_230],
  delivery: ['console-delivery', 1_150],
  clients: ['console-clients', 760],
  'four-eyes': ['console-four-eyes', 540],
  system: ['console-system', 1_000],
  user: ['console-person', 900],
  notification: ['console-evidence', 840],
};
const COLORS = 192;

/** Takes the guide's pictures, when run as `PICTURES=docs/pictures npm run test:browser -- console.spec`. */
export async function pictureForGuide(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  const [file, most] = OF_THE_GUIDE[name] ?? [];
  if (!folder || file === undefined || most === undefined) return;
  await page.locator('.toast').waitFor({ state: 'detached' });
  const all = sharp(await page.screenshot({ fullPage: true }));
  const { width, height } = await all.metadata();
  await all
    .extract({ left: 0, top: 0, width, height: Math.min(height, most) })
    .png({ palette: true, colors: COLORS, dither: 0, effort: 10 })
    .toFile(join(folder, `${file}.png`));
}

/** Saves a screenshot in the folder that `SCREENSHOTS` names, for people to look at. */
export async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `console-${name}.png`), fullPage: true });
}
