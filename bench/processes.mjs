/**
 * Measures look-ups, enrolments and tokens per second with PROCESSES=1, 2 and 4, in turns, and the memory of all
 * processes. The load generator and the database use the same cores as the service, so two cores cannot show the full
 * gain.
 * Run: npm run bench -- processes [seconds]
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { buildIfStale } from '../scripts/lib/build.mjs';
import { RunningProgram } from '../scripts/lib/running-program.mjs';
import { treeCpuSeconds, treeOf } from './support/cpu.mjs';
import { residentMemory } from './support/memory.mjs';
import { median } from './support/statistics.mjs';

const SECONDS = Number(process.argv[2] ?? 8);
const [ROUNDS, CONNECTIONS, WARM_SECONDS] = [3, 32, 5];
const COUNTS = [1, 2, 4];

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const sides = [];
try {
  for (const count of COUNTS) sides.push(await start(count));
  await measure();
} finally {
  await Promise.all(sides.map(({ program }) => program.end()));
  rmSync(parent, { recursive: true, force: true });
}

async function start(count) {
  const folder = join(parent, String(count));
  mkdirSync(folder);
  const settings = { PROCESSES: String(count), NODE_ENV: 'development', TLS_MODE: 'off', SURFACES: 'auth,management' };
  const program = await RunningProgram.start(folder, settings);
  const at = (surface) => `http://127.0.0.1:${program.ports[surface]}`;
  const { client_id: id, client_secret: secret } = JSON.parse(readFileSync(join(folder, 'admin-client.json'), 'utf8'));
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const token = {
    url: `${at('AUTH')}/service/authserver/oauth/token`,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&scope=all',
  };
  const { access_token: bearer } = await (await fetch(token.url, token)).json();
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
  const users = `${at('MANAGEMENT')}/v1/users`;
  const enrol = (userId) => JSON.stringify({ userId, primaryGroup: 'bench' });
  const { status } = await fetch(users, { method: 'POST', headers, body: enrol('bench') });
  if (status !== 201) throw new Error(`The first user was answered by ${status}`);
  const fresh = (request) => ({ ...request, body: enrol(randomUUID()) });
  const kinds = {
    'a user is looked up': { url: `${users}/bench`, headers },
    'a user is enrolled': { url: users, requests: [{ method: 'POST', headers, setupRequest: fresh }] },
    'a token by client credentials': token,
  };
  return { count, program, kinds };
}

async function measure() {
  console.log(`${availableParallelism()} cores, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s\n`);
  console.log(`${''.padEnd(32)}${'processes'.padStart(10)}${'a second'.padStart(10)}${'beside one'.padStart(12)}${'CPU ms each'.padStart(13)}${'memory, MB'.padStart(12)}`); // oxfmt-ignore
  for (const kind of Object.keys(sides[0].kinds)) {
    for (const side of sides) await load(side, kind, WARM_SECONDS);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) {
      const results = [];
      for (const side of sides) results.push(await load(side, kind, SECONDS));
      rounds.push(results);
    }
    for (const [at, { count, program }] of sides.entries()) {
      const of = (value) => median(rounds.map((results) => value(results)));
      const cells = [
        String(count).padStart(10),
        of((results) => results[at].rate)
          .toFixed(0)
          .padStart(10),
        of((results) => results[at].rate / results[0].rate)
          .toFixed(2)
          .padStart(12),
        of((results) => results[at].cpuMs)
          .toFixed(2)
          .padStart(13),
        memoryOf(program.child.pid).toFixed(0).padStart(12),
      ];
      console.log(kind.padEnd(32) + cells.join(''));
    }
  }
}

async function load({ program, kinds }, kind, seconds) {
  const before = treeCpuSeconds(program.child.pid);
  const { requests, non2xx, errors, duration } = await autocannon({
    ...kinds[kind],
    ...{ connections: CONNECTIONS, duration: seconds },
  });
  if (non2xx + errors > 0) throw new Error(`${kind}: ${non2xx} refused, ${errors} broken`);
  const cpuMs = ((treeCpuSeconds(program.child.pid) - before) * 1_000) / requests.total;
  return { rate: requests.total / duration, cpuMs };
}

/**
 * The memory of the service's processes, without those of its database: they share memory, which would be counted
 * several times.
 */
function memoryOf(pid) {
  const own = treeOf(pid).filter((one) => /^node/.test(readFileSync(`/proc/${one}/comm`, 'utf8')));
  return own.reduce((sum, one) => sum + residentMemory(one), 0);
}
