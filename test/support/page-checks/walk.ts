import type { Page } from 'playwright-core';

/** The controls that can be used, in document order. Folded or hidden ones do not count. */
const USABLE = `[...document.querySelectorAll(
    'a[href], button, input:not([type=hidden], [tabindex="-1"]), select:not([tabindex="-1"]), summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))`;

/** The focused element, and how the focus is shown. */
const STOP = `(() => {
  const { activeElement } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(activeElement);
  return { index: ${USABLE}.indexOf(activeElement), outline: [outlineStyle, outlineWidth].join(' ') };
})()`;

const TO_THE_START = `(() => {
  const start = Object.assign(document.createElement('span'), { tabIndex: -1 });
  document.body.prepend(start);
  start.focus();
})()`;

export interface Stop {
  /** The position of the focused element among all usable controls. */
  readonly index: number;
  readonly outline: string;
}

/** Tabs through the whole page by keyboard. */
export async function walk(page: Page): Promise<Stop[]> {
  const count = await page.evaluate<number>(`${USABLE}.length`);
  await page.evaluate(TO_THE_START);
  const stops: Stop[] = [];
  while (stops.length < count) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate<Stop>(STOP));
  }
  return stops;
}
