import { describeMachine } from './machine.mjs';
import { keepLoadApart } from './cores.mjs';
import { measureRows } from './measure.mjs';
import { withServer } from './postgres.mjs';
import { printTable } from './table.mjs';

const { env } = process;

/**
 * The warm-up is long because Node optimizes hot code in about its first ten seconds. Rounds are short so that they are
 * close in time.
 */
export const PLAN = {
  rounds: Number(env.ROUNDS ?? 9),
  seconds: Number(env.SECONDS ?? 1),
  warmSeconds: Number(env.WARM ?? 10),
};

/**
 * Measures the given rows of these groups on one server. If a group fails, its rows are listed in `failed`, and the
 * other groups still run.
 */
export async function runRows(groups, ids, { options, plan = PLAN } = {}) {
  const began = Date.now();
  const result = { at: new Date().toISOString(), plan, rows: [], failed: [] };
  const tell = progress();
  await withServer(
    async (server) => {
      result.machine = await describeMachine(server);
      keepLoadApart();
      for (const group of groups.filter((one) => one.ids.some((id) => ids.includes(id)))) {
        const wanted = group.ids.filter((id) => ids.includes(id));
        tell(`${wanted.join(', ')}: servers start`);
        const measure = async (rows) => {
          const chosen = rows.filter(({ id }) => ids.includes(id));
          result.rows.push(...(await measureRows(server, chosen, plan, tell)));
        };
        await group.with(server, measure, options).catch((error) => {
          console.error(`\n${wanted.join(', ')} failed: ${error.stack}`);
          result.failed.push(...wanted);
        });
      }
    },
    { counting: true },
  );
  result.minutes = Number(((Date.now() - began) / 60_000).toFixed(1));
  tell.end();
  return result;
}

/** Measures the rows of one bench, such as `npm run bench -- http`, and prints them as a table. */
export async function runBench(group, ids, options) {
  const result = await runRows([group], ids, { options });
  printTable(result.rows, result.plan);
  if (result.failed.length > 0) process.exitCode = 1;
}

/** Reports progress: on a terminal in a single changing line, otherwise in one line for each kind of work. */
function progress() {
  const { stderr } = process;
  const since = Date.now();
  let last;
  const tell = (text) => {
    const line = `${((Date.now() - since) / 1_000).toFixed(0).padStart(4)} s  ${text}`;
    if (stderr.isTTY) stderr.write(`\r\u001b[K${line}`);
    else if (text.replace(/\d+ of.*/, '') !== last) stderr.write(`${line}\n`);
    last = text.replace(/\d+ of.*/, '');
  };
  return Object.assign(tell, { end: () => stderr.isTTY && stderr.write('\r\u001b[K') });
}
