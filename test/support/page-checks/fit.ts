import type { Page } from 'playwright-core';

/** A desktop of 1280 pixels at 200 and at 400 percent, which is the smallest phone too. */
const WIDTHS = [640, 320];

/** WCAG 2.2, 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-block-end: 2em !important }`;

/** Not as an element, which the page's policy forbids. */
const ADD_SPACE = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(SPACED)});
  document.adoptedStyleSheets.push(sheet);
})()`;

/** What stands out of the page at a side, or cuts off its text. */
const OVERFLOWING = `[...document.querySelectorAll('body *')].filter((element) => {
  if (element.matches('.unseen, .unseen *, input') || !element.checkVisibility()) return false;
  const { left, right } = element.getBoundingClientRect();
  const cut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
  return left < -1 || right > document.documentElement.clientWidth + 1 || cut;
}).map((element) => element.outerHTML.slice(0, 120))`;

/** What is pressed and is lower, or narrower, than a finger needs (WCAG 2.2, 2.5.5). */
const SMALL = `[...document.querySelectorAll('a[href], button, input:not([type=hidden], .unseen), summary')]
  .filter((element) => element.checkVisibility())
  .filter((element) => Math.min(element.getBoundingClientRect().height, element.getBoundingClientRect().width) < 44)
  .map((element) => element.outerHTML.slice(0, 120))`;

const overflowing = async (page: Page, how: string): Promise<string[]> => {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    if ((await page.evaluate<number>('document.documentElement.scrollWidth')) > width) found.push(`${how}: scrolls`);
    found.push(...(await page.evaluate<string[]>(OVERFLOWING)).map((html) => `${how}, ${width}: ${html}`));
  }
  return found;
};

/** All that does not fit when a page is enlarged, or its text set wide, and all that is hard to hit. */
export async function misfits(page: Page): Promise<string[]> {
  const enlarged = await overflowing(page, 'enlarged');
  const small = await page.evaluate<string[]>(SMALL);
  await page.evaluate(ADD_SPACE);
  return [...enlarged, ...small.map((html) => `small: ${html}`), ...(await overflowing(page, 'set wide'))];
}
