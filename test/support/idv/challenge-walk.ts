import type { LightColour } from '@countersign/identity-engine';
import type { Frame, Locator, Page } from 'playwright-core';
import type { LiveCamera, Sight } from './live-camera.js';

/** What the page may ask for. */
export const movements = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth'] as const;

/** What the camera sees when the page asks for it, or lights the face in a colour. */
export type Performer = Readonly<Record<(typeof movements)[number], Sight>> & {
  readonly lit?: Readonly<Record<LightColour, Sight>>;
};

/**
 * Starts the camera, does what the page asks for, and waits for what the page says then. Its clock stands still meanwhile
 * and is wound on by hand: a slow machine has all the time that it needs, and a fast one does not wait.
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
/** For what looks at a picture in a thread of its own, whose clock goes on. */
const LOOKED_MS = 100;

/** Winds the clock of the page on until that is there, and the camera's pictures with it. */
export async function windUntil(page: Page, awaited: Locator): Promise<void> {
  for (let step = 0; step < STEPS; step++) {
    if (await awaited.isVisible()) return;
    await page.clock.runFor(150);
    await page.waitForTimeout(LOOKED_MS);
  }
  throw new Error(`The page says: ${await page.locator('[data-hint-text]').innerText()}`);
}

/** Or until the camera is closed: the server ends the film, and the clock of the page does not know when. */
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
