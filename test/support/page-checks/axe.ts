import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Runs in the page, so that only the violations are transferred: axe's whole result is many times larger. */
const LINES = `({ violations }) =>
  violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html))`;

/**
 * The violations that axe finds, one line for each element. Axe is injected by the debugger, because the page's policy
 * forbids scripts. `within`: an expression for the elements to look at.
 */
export async function violationsOf(page: Page, rules?: readonly string[], within = 'document'): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${AXE}; undefined`);
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: TAGS };
  const options = { runOnly, resultTypes: ['violations'] };
  return page.evaluate<string[]>(`axe.run(${within}, ${JSON.stringify(options)}).then(${LINES})`);
}
