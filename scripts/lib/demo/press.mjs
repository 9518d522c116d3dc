import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;
/** Longest wait for an element to stop moving and to be uncovered. */
const REST_MS = 10_000;

/**
 * Clicks the middle of an element, which must be in view and uncovered. The middle is computed here, because Playwright
 * computes it wrongly in a frame that is scaled down.
 */
export async function pressInView(page, locator, patienceMs) {
  await locator.waitFor({ timeout: patienceMs });
  const element = await locator.elementHandle();
  const frame = await element.ownerFrame();
  let point;
  for (const end = Date.now() + REST_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const found = await pointIn(page, frame, element);
    // A moving element could be elsewhere by the time of the click, so its position must be the same twice.
    if (found.x === point?.x && found.y === point?.y && found.covered === undefined) break;
    if (Date.now() > end) throw new Error(found.covered ?? 'It does not come to rest.');
    point = found;
  }
  await page.mouse.click(point.x, point.y);
}

/** The middle of an element in coordinates of the page, and the reason if it cannot be clicked there. */
async function pointIn(page, frame, element) {
  const inside = await element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = one.ownerDocument.elementFromPoint(x, y);
    return { x, y, isOnTop: hit !== null && one.contains(hit) };
  });
  if (!inside.isOnTop) return { ...inside, covered: 'It is not in view.' };
  if (frame === page.mainFrame()) return inside;
  const owner = await frame.frameElement();
  const { x, y, isOnTop } = await owner.evaluate((one, { x, y }) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const point = { x: left + (x * width) / one.offsetWidth, y: top + (y * height) / one.offsetHeight };
    return { ...point, isOnTop: one.ownerDocument.elementFromPoint(point.x, point.y) === one };
  }, inside);
  return isOnTop ? { x, y } : { x, y, covered: 'It is outside of what the frame shows.' };
}
