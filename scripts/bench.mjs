import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { buildIfStale } from './lib/build.mjs';
import { complain } from './lib/complain.mjs';
import { fromRoot } from './lib/root.mjs';

const benches = readdirSync(fromRoot('bench'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.replace(/\.mjs$/, ''));

/** The first argument is the name of a benchmark. Without a name, the benchmark `table` runs. */
const given = process.argv.slice(2);
const [name, ...args] = given.length > 0 && !given[0].startsWith('-') ? given : ['table', ...given];
if (!benches.includes(name)) complain(`There is no bench "${name}". There are: ${benches.join(', ')}.`);

await buildIfStale();
const { status } = spawnSync(process.execPath, [fromRoot(`bench/${name}.mjs`), ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
