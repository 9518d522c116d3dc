import { readFileSync } from 'node:fs';
import { readyTopics } from '../../src/shared/observability/ready-check.js';
import { sourceFiles } from './source-files.js';

const page = readFileSync('docs/operators/going-live.md', 'utf8');
/** The second column of every table, without its heads. */
const answers = [...page.matchAll(/^\|[^|]+\|([^|]+)\|[^|]+\|$/gm)]
  .map(([, cell = '']) => cell.trim())
  .filter((cell) => !/^(?:ready|-+)$/.test(cell));
const named = answers.filter((cell) => cell !== 'by hand').map((cell) => cell.replace(/^`(.*)`$/, '$1'));

/** What each file that makes a check imports. */
const CHECKED_BY = new Set(['attention', 'Finding', 'ok', 'ReadyCheck', 'wrong']);

describe('The list of what to do before going live', () => {
  it('says of each line which check answers it, or that somebody has to look', () => {
    expect(answers.length).toBeGreaterThan(40);
    expect(named.filter((name) => !readyTopics.some((topic) => topic === name))).toEqual([]);
  });

  it('has a line for each check of `cli ready`', () => {
    expect([...named].sort()).toEqual([...readyTopics].sort());
  });

  it('has no line for a check that nobody makes', () => {
    const checks = sourceFiles
      .filter(({ imports }) =>
        imports.some(
          ({ target, names }) => target === 'shared/observability' && names.some((name) => CHECKED_BY.has(name)),
        ),
      )
      .map(({ text }) => text);
    expect(readyTopics.filter((topic) => !checks.some((text) => text.includes(`'${topic}'`)))).toEqual([]);
  });
});
