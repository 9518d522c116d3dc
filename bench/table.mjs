/**
 * The whole table, in under ten minutes: what we cost beside what people would use instead. npm run bench
 * --only look-up,enrolment measures these rows alone, and --json FILE keeps the figures. ROUNDS, SECONDS and WARM
 * set how long; less than ten seconds of WARM measures a compiler.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { complain } from '../scripts/lib/complain.mjs';
import { DETAILS, GROUPS, ROW_IDS } from './rows/index.mjs';
import { runRows } from './support/run.mjs';
import { printTable } from './support/table.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } });
const ids = values.only?.split(',') ?? ROW_IDS.filter((id) => !DETAILS.includes(id));
const unknown = ids.filter((id) => !ROW_IDS.includes(id));
if (unknown.length > 0) complain(`There is no row "${unknown.join(', ')}". There are: ${ROW_IDS.join(', ')}.`);

const result = await runRows(GROUPS, ids);
printTable(result.rows, result.plan);
console.log(`\n${result.minutes} minutes, with a load of ${result.machine.loadBefore} before`);
if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
if (result.failed.length > 0) complain(`Not measured: ${result.failed.join(', ')}`);
