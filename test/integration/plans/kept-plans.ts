import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PlannedStatement } from './query-plans.js';

const FOLDER = fileURLToPath(new URL('../../../bench/plans/', import.meta.url));
const fileOf = (route: string): string => `${FOLDER}${route}.txt`;

/** `PLANS=keep` writes the files of `bench/plans` anew, which `npm run bench -- plans` does. */
export const isKeeping = process.env['PLANS'] === 'keep';

export const keptRoutes = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .map((name) => name.replace(/\.txt$/, ''))
    .sort();

export const keptPlans = (route: string): string => readFileSync(fileOf(route), 'utf8');

export function keepPlans(route: string, text: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(route), text);
}

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
