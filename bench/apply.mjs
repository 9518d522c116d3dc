/**
 * Measures configuration as code. Files create 1,000 clients, the same files are planned again, and changed files are
 * applied. Then a command is killed in the middle and run again, and two commands run at once. After each part, the
 * plan must be empty.
 * Run: npm run bench -- apply [clients]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from '../scripts/lib/root.mjs';
import { residentMemory } from './support/memory.mjs';
import { withOwnDatabase } from './support/own-database.mjs';

const CLIENTS = Number(process.argv[2] ?? 1_000);
const DATABASE = 'bench_apply';
const WOULD_CHANGE = 2;
const LOOK_EVERY_MS = 20;
/** The largest number of clients that the service allows in one enterprise. */
const CLIENTS_OF_ENTERPRISE = 100;

const folder = mkdtempSync(join(tmpdir(), 'countersign-apply-'));
const file = join(folder, 'clients.json');

await withOwnDatabase(DATABASE, async (env, server) => {
  await server.migrate(DATABASE);
  const apply = (...options) => command(env, 'apply', file, ...options);

  declare('Client');
  await told(`creates ${CLIENTS} clients`, apply());
  await empty(apply);
  declare('Renamed');
  await told(`changes ${CLIENTS} clients`, apply());

  declare('Killed');
  const killed = apply();
  while ((await renamed(server, 'Killed')) < CLIENTS / 2) await sleep(LOOK_EVERY_MS);
  killed.process.kill('SIGKILL');
  await killed.ended;
  console.log(`killed with -9 after ${await renamed(server, 'Killed')} of ${CLIENTS}`);
  await told('the same command again', apply());
  await empty(apply);

  declare('Twice');
  const both = await Promise.all([apply().ended, apply().ended]);
  console.log(`two at once: both end with ${both.map(({ code }) => code).join(' and ')}`);
  await empty(apply);
});
rmSync(folder, { recursive: true });

function declare(name) {
  const enterprises = Array.from({ length: Math.ceil(CLIENTS / CLIENTS_OF_ENTERPRISE) }, (_, index) => ({
    enterpriseId: `bench-${index}`,
    name: `Bench ${index}`,
  }));
  const clients = Array.from({ length: CLIENTS }, (_, index) => ({
    ...{ enterpriseId: `bench-${Math.floor(index / CLIENTS_OF_ENTERPRISE)}`, clientId: `client-${index}` },
    ...{ clientName: `${name} ${index}`, grantTypes: ['authorization_code'], scopes: ['openid'], authMethod: 'none' },
    redirectUris: [`https://${index}.bank.example/cb`],
  }));
  writeFileSync(file, JSON.stringify({ enterprises, clients }));
}

async function renamed(server, name) {
  const [{ count }] = await server.sql(DATABASE, `SELECT count(*) FROM auth.client WHERE client_name LIKE '${name} %'`);
  return Number(count);
}

/** Runs the service's command-line program with these words, as an operator does, and records its peak memory. */
function command(env, ...words) {
  const child = spawn(process.execPath, ['dist/program/cli.js', ...words], {
    cwd: fromRoot(),
    env: { ...process.env, ...env },
  });
  let peak = 0;
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, residentMemory(child.pid));
    } catch {
      // The process has already ended.
    }
  }, LOOK_EVERY_MS);
  const began = performance.now();
  const output = text(child.stdout);
  const ended = once(child, 'close').then(async ([code]) => {
    clearInterval(watch);
    return { code, seconds: (performance.now() - began) / 1_000, peak, output: await output };
  });
  return { process: child, ended };
}

async function told(what, { ended }) {
  const { code, seconds, peak, output } = await ended;
  if (code !== 0) throw new Error(`${what}: it ended with ${code}\n${output.slice(-2_000)}`);
  const last = output.trim().split('\n').at(-1);
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${Math.round(CLIENTS / seconds)} a second, ${Math.round(peak)} MB at most. ${last}`,
  );
}

async function empty(apply) {
  const { code, seconds, output } = await apply('--plan').ended;
  if (code === WOULD_CHANGE) throw new Error(`The plan is not empty:\n${output.slice(0, 2_000)}`);
  if (code !== 0) throw new Error(`The plan ended with ${code}:\n${output.slice(-2_000)}`);
  console.log(`the plan is empty: ${seconds.toFixed(1)} s`);
}
