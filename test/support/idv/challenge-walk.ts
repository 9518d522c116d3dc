import type { Page } from 'playwright-core';
import type { LiveCamera, Sight } from './live-camera.js';

/** What the page may ask for. */
export const movements = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth'] as const;

/** What the camera sees when the page asks for it. */
export type Performer = Readonly<Record<(typeof movements)[number], Sight>>;

/**
 * Starts the camera, does what the page asks for, and waits for what the page says then. Its clock stands still meanwhile
 * and is wound on by hand: a slow machine has all the time that it needs, and a fast one does not wait.
 */
export async function perform(page: Page, camera: LiveCamera, performer: Performer): Promise<void> {
  const capture = page.locator('[data-capture=selfie]');
  const judged = page.waitForEvent('load');
  await camera.show(performer.look_straight);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.click('[data-do=camera]');
  let shown: string | undefined;
  while ((await capture.getAttribute('data-scene')) === 'camera') {
    const asked = await capture.getAttribute('data-movement');
    const movement = movements.find((one) => one === asked);
    if (movement && movement !== shown) await camera.show(performer[movement], page);
    else await nextFrame(page);
    shown = movement;
    await page.clock.runFor(500);
  }
  await page.clock.resume();
  await judged;
}

const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        (globalThis as any).document.querySelector('video').requestVideoFrameCallback(() => resolve());
      }),
  );
