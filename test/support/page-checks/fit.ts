import type { Page } from 'playwright-core';

/** A desktop of 1280 pixels at 200 and at 400 percent, which is the smallest phone too. */
const WIDTHS = [640, 320];

/** Longer words may be cut where the language allows it: some languages have words wider than a phone. */
const LONG_WORD = 11;

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
    found.push(...(await overflowingAt(page, how, width)));
  }
  return found;
};

async function overflowingAt(page: Page, how: string, width: number): Promise<string[]> {
  const scrolls = (await page.evaluate<number>('document.documentElement.scrollWidth')) > width;
  const wide = await page.evaluate<string[]>(OVERFLOWING);
  return [...(scrolls ? [`${how}, ${width}: scrolls`] : []), ...wide.map((html) => `${how}, ${width}: ${html}`)];
}

/** Words that stand on more than one line, though they would fit on one if they were no longer than most are. */
const BROKEN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('.unseen, option, script, code, bdi, [dir]:not(html)')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{M}\\p{N}\\xad]{2,${LONG_WORD}}(?![\\p{L}\\p{M}\\p{N}\\xad])/gu)) {
      if (index > 0 && /[\\p{L}\\p{M}\\p{N}\\xad_]/u.test(node.data[index - 1])) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

/** Text of twice the size on a small phone: nothing is moved sideways, and no word is cut into letters. */
export async function misfitsOfLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const found = await overflowingAt(page, 'large text', 360);
  found.push(...(await page.evaluate<string[]>(BROKEN)).map((word) => `large text breaks "${word}"`));
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  return found;
}

/** All that does not fit when a page is enlarged, or its text set wide, and all that is hard to hit. */
export async function misfits(page: Page): Promise<string[]> {
  const enlarged = await overflowing(page, 'enlarged');
  const small = await page.evaluate<string[]>(SMALL);
  await page.evaluate(ADD_SPACE);
  return [...enlarged, ...small.map((html) => `small: ${html}`), ...(await overflowing(page, 'set wide'))];
}
