import type { LightColour } from '@countersign/identity-engine';
import type { Frame, Locator, Page } from 'playwright-core';
import type { LiveCamera, Sight } from './live-camera.js';

/** The movements that the page may ask for. */
export const movements = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth'] as const;

/** The camera's picture for each movement that the page asks for, and for each colour that lights the face. */
export type Performer = Readonly<Record<(typeof movements)[number], Sight>> & {
  readonly lit?: Readonly<Record<LightColour, Sight>>;
};

/**
 * Starts the camera, follows the page's instructions, and waits for its result. The page's clock is advanced by hand
 * meanwhile, so that a slow machine has enough time and a fast one does not wait.
 */
export async function perform(
  page: Page,
  camera: LiveCamera,
  performer: Performer,
  frame: Frame = page.mainFrame(),
): Promise<void> {
  const capture = frame.locator('[data-capture=selfie]');
  const judged = page
    .waitForEvent('framenavigated', (moved) => moved === frame)
    .then(
      () => frame.waitForLoadState(),
      () => undefined,
    );
  await camera.show(performer.look_straight);
  await page.clock.pauseAt((await frame.evaluate(() => Date.now())) + 1_000);
  await frame.locator(':is([data-do=camera], [data-do=again]):visible').click();
  let shown: string | undefined;
  while ((await capture.getAttribute('data-scene')) === 'camera') {
    const asked = (await capture.getAttribute('data-light')) ?? (await capture.getAttribute('data-movement'));
    const sight = movements.some((one) => one === asked)
      ? performer[asked as keyof typeof performer & (typeof movements)[number]]
      : performer.lit?.[asked as LightColour];
    if (sight && asked !== shown) await camera.show(sight, frame);
    else await nextFrame(frame);
    shown = asked ?? undefined;
    await page.clock.runFor(500);
  }
  await page.clock.resume();
  await Promise.race([judged, frame.locator('[data-scene=failed]').waitFor()]);
}

const STEPS = 60;
/** Real time for the worker that examines a picture, whose clock is not the page's. */
const LOOKED_MS = 100;

/** Advances the page's clock, while the camera goes on, until the element is visible. */
export async function windUntil(page: Page, awaited: Locator): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    if (await awaited.isVisible()) return;
    await page.clock.runFor(150);
    await page.waitForTimeout(LOOKED_MS);
  }
  throw new Error(`The page says: ${await page.locator('[data-hint-text]').innerText()}`);
}

/**
 * Waits for the next camera frame, or until the camera is closed: the server ends the film at a moment that the page's
 * clock cannot tell.
 */
const nextFrame = (frame: Frame): Promise<void> =>
  frame.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { document, MutationObserver } = globalThis as any;
        document.querySelector('video').requestVideoFrameCallback(() => resolve());
        const capture = document.querySelector('[data-capture]');
        new MutationObserver(() => resolve()).observe(capture, { attributeFilter: ['data-scene'] });
        if (capture.dataset.scene !== 'camera') resolve();
      }),
  );
