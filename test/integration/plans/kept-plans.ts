import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlannedStatement } from './query-plans.js';

const FOLDER = fileURLToPath(new URL('../../../bench/plans/', import.meta.url));
const TABLE = `${FOLDER}README.md`;
const fileOf = (route: string): string => `${FOLDER}${route}.txt`;

/** `PLANS=keep` writes the files of `bench/plans` anew, which `npm run bench -- plans` does. */
export const isKeeping = process.env['PLANS'] === 'keep';

export const keptRoutes = (): string[] =>
  (existsSync(FOLDER) ? readdirSync(FOLDER) : [])
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.replace(/\.txt$/, ''))
    .sort();

export const keptPlans = (route: string): string => readFileSync(fileOf(route), 'utf8');
export const keptTable = (): string => readFileSync(TABLE, 'utf8');

/** A route that is no more has no file any more. */
export function keepPlans(texts: ReadonlyMap<string, string>): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [route, text] of texts) writeFileSync(fileOf(route), text);
  writeFileSync(TABLE, asTable(texts));
}

/** How many statements each route sends, in one place: the first line of each text says it. */
export function asTable(texts: ReadonlyMap<string, string>): string {
  const rows = [...texts].map(([route, text]) => {
    const [, title = '', count = ''] = /^(.*): (\d+) statements?\n/.exec(text) ?? [];
    return `| [${title}](${route}.txt) | ${count} |`;
  });
  return [ABOUT, '| | Statements |', '| --- | ---: |', ...rows, ''].join('\n');
}

const ABOUT = `# Plans of the hot statements

Written by \`npm run bench -- plans\`. A test compares them: an index that is not used any more, or a statement more, fails it.
Every table has 4,000 rows, reading it whole is as good as forbidden, and the plan is the one for any values. \`BEGIN\` and
\`COMMIT\` count, and so does what is done after the answer for the same request. Routes without a statement answer from memory.
`;

/** A route's statements as a page that is read by people, and compared line by line. */
export function asText(title: string, statements: readonly PlannedStatement[], version: number): string {
  const count = statements.reduce((sum, { times }) => sum + times, 0);
  const parts = statements.map(({ text, times, reads, plan }) =>
    [
      `${times} × ${text}`,
      ...reads.map((read) => `reads ${read}`),
      ...(plan.length > 0 ? [`${PLAN}${version}`, ...plan.map((line) => `| ${line}`)] : []),
    ].join('\n'),
  );
  return `${title}: ${count} ${count === 1 ? 'statement' : 'statements'}\n\n${parts.join('\n\n')}\n`;
}

const PLAN = 'plan of PostgreSQL ';

export const isPlannedBy = (text: string, version: number): boolean => text.includes(`${PLAN}${version}\n`);

/** What is the same on every version of PostgreSQL: the statements, how many, and their indexes. */
export const withoutPlans = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('| ') && !line.startsWith(PLAN))
    .join('\n');
