import type { Page } from 'playwright-core';

/** What can be used, in the order of the text; what is folded away or not shown cannot. */
const USABLE = `[...document.querySelectorAll(
    'a[href], button, input:not([type=hidden], [tabindex="-1"]), select:not([tabindex="-1"]), summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))`;

/** Where the focus is, and how it shows. */
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
  /** Among all that can be used. */
  readonly index: number;
  readonly outline: string;
}

/** Goes through a page by the tabulator alone. */
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
