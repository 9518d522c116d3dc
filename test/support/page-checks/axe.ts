import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** In the page: all that axe has looked at is many times longer than what it finds wrong. */
const LINES = `({ violations }) =>
  violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html))`;

/** What axe finds wrong with a page, in a line for each element. It comes by the debugger: the page's policy forbids it. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE}; undefined`);
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  const options = { runOnly, resultTypes: ['violations'] };
  return page.evaluate<string[]>(`axe.run(document, ${JSON.stringify(options)}).then(${LINES})`);
}
