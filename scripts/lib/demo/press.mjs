import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 100;
/** Until what is there has come to rest, and nothing covers it. */
const REST_MS = 10_000;

/**
 * Presses what a person sees, with the mouse at its middle. The element must be in view, and nothing may cover it. An
 * automation tool computes the middle of an element wrongly where its frame is drawn smaller: it is computed here.
 */
export async function pressInView(page, locator, patienceMs) {
  await locator.waitFor({ timeout: patienceMs });
  const element = await locator.elementHandle();
  const frame = await element.ownerFrame();
  let point;
  for (const end = Date.now() + REST_MS; ; await sleep(LOOK_AGAIN_MS)) {
    const found = await pointIn(page, frame, element);
    // It rests: what still moves may be somewhere else when the mouse is there.
    if (found.x === point?.x && found.y === point?.y && found.covered === undefined) break;
    if (Date.now() > end) throw new Error(found.covered ?? 'It does not come to rest.');
    point = found;
  }
  await page.mouse.click(point.x, point.y);
}

/** The middle of the element as the page counts it, and why it cannot be pressed there. */
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
