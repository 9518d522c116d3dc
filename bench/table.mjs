/**
 * Measures all rows of the performance table, in under ten minutes: the service compared with other software. `--only
 * look-up,enrolment` measures only these rows. `--json FILE` stores the results. `--publish` writes docs/performance.md
 * from the results, or from a stored FILE with `--from FILE`. ROUNDS, SECONDS and WARM set the durations.
 * Run: npm run bench
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { complain } from '../scripts/lib/complain.mjs';
import { PUBLISHED } from '../scripts/lib/documents/performance-page.mjs';
import { fromRoot } from '../scripts/lib/root.mjs';
import { DETAILS, GROUPS, ROW_IDS } from './rows/index.mjs';
import { PLAN, runRows } from './support/run.mjs';
import { printTable } from './support/table.mjs';

const { values } = parseArgs({
  options: {
    ...{ only: { type: 'string' }, json: { type: 'string' }, from: { type: 'string' } },
    publish: { type: 'boolean', default: false },
  },
});
const TABLE = ROW_IDS.filter((id) => !DETAILS.includes(id));
/**
 * The least durations of published results: with a shorter warm-up, compilation would be measured, and with fewer
 * rounds, the spread would be unknown.
 */
const LEAST = { rounds: 5, seconds: 1, warmSeconds: 10 };

const ids = values.only?.split(',') ?? TABLE;
const unknown = ids.filter((id) => !ROW_IDS.includes(id));
if (unknown.length > 0) complain(`There is no row "${unknown.join(', ')}". There are: ${ROW_IDS.join(', ')}.`);
if (values.from && !existsSync(values.from)) complain(`There is no file ${values.from}.`);
if (values.publish && !values.from) refuseFaulty({ plan: PLAN, rows: ids.map((id) => ({ id })) });

const result = values.from ? JSON.parse(readFileSync(values.from, 'utf8')) : await runRows(GROUPS, ids);
printTable(result.rows, result.plan);
console.log(`\n${result.minutes} minutes, with a load of ${result.machine.loadBefore} before`);
if (values.json) writeFileSync(values.json, textOf(result));
if (result.failed.length > 0) complain(`Not measured: ${result.failed.join(', ')}`);
if (values.publish) publish();

/** Refuses to publish results that lack rows or were measured too briefly. */
function refuseFaulty({ plan, rows }) {
  const absent = TABLE.filter((id) => !rows.some((row) => row.id === id));
  if (absent.length > 0) complain(`A part of the table is not published. Not measured: ${absent.join(', ')}`);
  const short = Object.keys(LEAST).filter((what) => plan[what] < LEAST[what]);
  if (short.length > 0) complain(`This is too short to be published: ${short.join(', ')}`);
}

function publish() {
  refuseFaulty(result);
  writeFileSync(fromRoot(PUBLISHED), textOf(result));
  const { status } = spawnSync(process.execPath, [fromRoot('scripts/docs.mjs')], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

function textOf(figures) {
  return `${JSON.stringify(figures, null, 2)}\n`;
}
