/**
 * Two processes on one database under load for ten minutes, with a fault every half minute: the other process is killed
 * and comes back, all connections to the database are ended, the receiver of webhooks hangs or fails, and callers send
 * what hurts. Nothing that was acknowledged may be lost, and the memory of the process that stays must not grow.
 * By hand: `node scripts/prove-soak.mjs [minutes]`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { buildIfStale } from './lib/build.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { MemoryTrend } from './lib/load/memory-trend.mjs';
import { ServiceLoad } from './lib/load/service-load.mjs';
import { LiveSocket } from './lib/notifications/live-socket.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demand, demandSame, heading } from './lib/proof.mjs';
import { query } from './lib/query.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const MINUTES = Number(process.argv[2] ?? 10);
/** Caches fill, and code is compiled. */
const WARM_MS = 120_000;
const [FAULT_EVERY_MS, SAMPLE_EVERY_MS, HANGS_FOR_MS] = [30_000, 1_000, 15_000];
const [USERS, SOCKETS_EACH] = [50, 2];
/** Growth that the 95 % interval leaves possible over the time that was measured. */
const MOST_GROWTH = 0.1;

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-soak-'));
const database = await borrowDatabase();
const names = ['stays', 'dies'];
const ports = {};
for (const name of names) ports[name] = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
const at = (surface) => `http://127.0.0.1:${ports.stays[surface]}`;
const settings = {
  ENCRYPTION_KEYS: `proof:${createHash('sha256').update(parent).digest('base64')}`,
  ...{ NODE_ENV: 'development', TLS_MODE: 'off', DATABASE_URL: database.url },
  ...{ AUTH_URL: at('AUTH'), MANAGEMENT_URL: at('MANAGEMENT'), MOBILE_URL: at('MOBILE'), IDV_URL: at('IDV') },
};

const programs = {};
const sockets = [];
const hanging = { until: 0, fails: false };
const FAULTS = {
  'all connections to the database are ended': () =>
    ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`),
  'the receiver of webhooks hangs': () =>
    void Object.assign(hanging, { until: Date.now() + HANGS_FOR_MS, fails: false }),
  'callers send what hurts': () => hurt(),
  'the other process is killed': async () => {
    await programs.dies.kill();
    await sleep(2_000);
    programs.dies = await RunningProgram.start(join(parent, 'dies'), settings, ports.dies);
  },
  'the receiver of webhooks fails': () =>
    void Object.assign(hanging, { until: Date.now() + HANGS_FOR_MS, fails: true }),
};

let [receiver, load] = [];
try {
  await prove();
} catch (error) {
  load?.tell();
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const socket of sockets) socket.close();
  await load?.end();
  receiver?.close();
  await Promise.all(Object.values(programs).map((program) => program.end()));
  await database.giveBack();
  rmSync(parent, { recursive: true, force: true });
}

async function prove() {
  for (const name of names) programs[name] = await RunningProgram.start(folder(name), settings, ports[name]);
  const people = await makePeople(settings, USERS);
  receiver = await Receiver.start(({ accept, refuse }) => {
    const wait = hanging.until - Date.now();
    if (hanging.fails && wait > 0) refuse();
    else setTimeout(accept, Math.max(0, wait));
  });
  const clientFile = join(parent, 'stays', 'admin-client.json');
  load = new ServiceLoad({ served: Object.values(ports), clientFile, receiver, people });
  await load.prepare();
  for (const user of people) {
    for (let number = 0; number < SOCKETS_EACH; number++)
      sockets.push(new LiveSocket(user, () => ports[names[number % 2]].MOBILE));
  }
  for (const socket of sockets) await socket.open();
  load.begin();

  heading(`${MINUTES} minutes, ${sockets.length} sockets, a fault every ${FAULT_EVERY_MS / 1_000} s`);
  const trends = await observe(MINUTES * 60_000);
  await load.end();
  await judge(trends);
}

/** Samples the memory of the process that stays, and causes the faults in turn. */
async function observe(durationMs) {
  const trends = { heap: new MemoryTrend('heap'), resident: new MemoryTrend('resident') };
  const [began, pid] = [Date.now(), programs.stays.child.pid];
  const faults = Object.entries(FAULTS);
  let [caused, last] = [0, Date.now()];
  while (Date.now() - began < durationMs) {
    const [elapsed, { heap, resident }] = [Date.now() - began, await memoryOf(pid)];
    if (elapsed > WARM_MS) {
      if (heap !== undefined) trends.heap.add(elapsed, heap);
      trends.resident.add(elapsed, resident);
    }
    if (Date.now() - last > FAULT_EVERY_MS) {
      last = Date.now();
      const [name, cause] = faults[caused++ % faults.length];
      console.log(`  ${String(Math.round(elapsed / 1_000)).padStart(4)} s: ${name}; ${Math.round(resident)} MB`);
      await cause();
    }
    await sleep(SAMPLE_EVERY_MS);
  }
  return trends;
}

/** Deep bodies, long ones, wrong tokens, and connections that say nothing more; the service outlives them all. */
async function hurt() {
  const deep = '['.repeat(50_000);
  const post = (surface, path, body) =>
    fetch(at(surface) + path, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', authorization: 'Bearer x.y.z' } },
    }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    );
  const bodies = [deep, 'x'.repeat(2_000_000), '{"user_id":', JSON.stringify({ userId: '\u0000' })];
  const silent = Array.from({ length: 100 }, () =>
    connect(ports.stays.MANAGEMENT, '127.0.0.1', function () {
      this.write('POST /v1/users HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{');
    }).on('error', () => undefined),
  );
  for (let round = 0; round < 10; round++) {
    await Promise.all(bodies.map((body) => post('MANAGEMENT', '/v1/users', body)));
    await Promise.all(bodies.map((body) => post('MOBILE', '/mobile/v1/UpdateNotification', body)));
    await post('AUTH', '/service/authserver/oauth/token', deep);
  }
  for (const connection of silent) connection.destroy();
}

async function judge(trends) {
  heading('At the end');
  load.tell();
  const lost = await load.lost(ask);
  for (const [kind, count] of Object.entries(lost)) demandSame(count, 0, `${kind}: lost 0`);
  for (let wait = 0; wait < 240 && load.missingCallbacks > 0; wait++) await sleep(500);
  demandSame(load.missingCallbacks, 0, 'every callback of an answer has come');
  demandSame(receiver.forged, 0, 'all of them signed');
  const [{ jobs }] = await ask('SELECT count(*)::int AS jobs FROM shared.job WHERE parked_at IS NOT NULL');
  demandSame(jobs, 0, 'no job was given up');
  const { code } = await programs.stays.commandLine('audit', 'verify');
  demandSame(code, 0, 'the audit chain is whole');
  for (const trend of Object.values(trends)) {
    const { name, mean, slope, half, minutes, windows } = trend.get();
    const grown = ((slope + half) * minutes) / mean;
    const words = `${mean.toFixed(0)} MB; ${slope.toFixed(2)} ± ${half.toFixed(2)} MB a minute (95 %, ${windows} windows)`;
    demand(
      grown < MOST_GROWTH,
      `memory, ${name}: ${words}: less than ${MOST_GROWTH * 100} % in ${minutes.toFixed(0)} minutes`,
    );
  }
}

/** In MB; the heap is unknown while the process does not answer. */
async function memoryOf(pid) {
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024;
  const page = await fetch(`${at('OPS')}/metrics`).then(
    (answer) => answer.text(),
    () => '',
  );
  const bytes = /^nodejs_heap_size_used_bytes (\d+)/m.exec(page)?.[1];
  return { heap: bytes && Number(bytes) / 1024 ** 2, resident };
}

function folder(name) {
  const path = join(parent, name);
  mkdirSync(path);
  return path;
}

function ask(text) {
  return query(database.url, text);
}
