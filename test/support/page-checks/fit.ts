import type { Page } from 'playwright-core';

/** A 1280-pixel desktop at 200 and 400 percent zoom. 320 pixels is also the smallest phone. */
const WIDTHS = [640, 320];

/** Words with more letters may be hyphenated: in some languages they are wider than a phone. */
const LONG_WORD = 11;

/** The text spacing of WCAG 2.2, 1.4.12. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-block-end: 2em !important }`;

/** Adds the style sheet by script, because the page's policy forbids a style element. */
const ADD_SPACE = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(${JSON.stringify(SPACED)});
  document.adoptedStyleSheets.push(sheet);
})()`;

/** Elements that stick out of the page at a side, or cut off their text. */
const OVERFLOWING = `[...document.querySelectorAll('body *')].filter((element) => {
  if (element.matches('.unseen, .unseen *, input') || !element.checkVisibility()) return false;
  const { left, right } = element.getBoundingClientRect();
  const cut = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
  return left < -1 || right > document.documentElement.clientWidth + 1 || cut;
}).map((element) => element.outerHTML.slice(0, 120))`;

/** Controls that are smaller than a finger needs (WCAG 2.2, 2.5.5). */
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

/** Words of usual length that are broken over several lines. */
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

/** Checks text of double size on a small phone: nothing scrolls sideways, and no usual word is broken. */
export async function misfitsOfLargeText(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
  const found = await overflowingAt(page, 'large text', 360);
  found.push(...(await page.evaluate<string[]>(BROKEN)).map((word) => `large text breaks "${word}"`));
  await page.evaluate(`document.documentElement.style.fontSize = ''`);
  return found;
}

/** Everything that does not fit when the page is zoomed or its text spaced out, and controls that are too small. */
export async function misfits(page: Page): Promise<string[]> {
  const enlarged = await overflowing(page, 'enlarged');
  const small = await page.evaluate<string[]>(SMALL);
  await page.evaluate(ADD_SPACE);
  return [...enlarged, ...small.map((html) => `small: ${html}`), ...(await overflowing(page, 'set wide'))];
}
