/**
 * Runs two processes on one database under load for ten minutes, with a fault every half minute: one process is killed
 * and restarted, all database connections are terminated, the receiver of webhooks hangs or fails, or callers send
 * malicious requests. Proves that nothing that was acknowledged is lost, and that the memory of the other process does
 * not grow.
 * Run: `node scripts/prove-soak.mjs [minutes]`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { borrowDatabase } from './lib/borrowed-database.mjs';
import { buildIfStale } from './lib/build.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { Inspector } from './lib/inspector.mjs';
import { demandNothingLost } from './lib/load/judgement.mjs';
import { MemoryTrend } from './lib/load/memory-trend.mjs';
import { ServiceLoad } from './lib/load/service-load.mjs';
import { LiveSocket } from './lib/notifications/live-socket.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demand, heading, proved } from './lib/proof.mjs';
import { query } from './lib/query.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const MINUTES = Number(process.argv[2] ?? 10);
/** Memory is not measured during this time, in which caches fill and code is compiled. */
const WARM_MS = 120_000;
const [FAULT_EVERY_MS, SAMPLE_EVERY_MS, HANGS_FOR_MS] = [30_000, 10_000, 15_000];
const [USERS, SOCKETS_EACH] = [50, 2];
/** The size of the cache of verified tokens. The proof fills the cache first, so that it does not count as growth. */
const REMEMBERED_TOKENS = 10_000;
/** The largest permitted growth over the measured time, at the upper end of the 95 % interval, as a share. */
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
  ...{ ADDRESS_RATE_LIMIT: '1000000', ADDRESS_RATE_BURST: '1000000' },
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
  'callers send malicious requests': sendMaliciousRequests,
  'the other process is killed': async () => {
    await programs.dies.kill();
    await sleep(2_000);
    programs.dies = await RunningProgram.start(join(parent, 'dies'), settings, ports.dies);
  },
  'the receiver of webhooks fails': () =>
    void Object.assign(hanging, { until: Date.now() + HANGS_FOR_MS, fails: true }),
};

let [receiver, load, inspector] = [];
await proved(prove, {
  tell: () => load?.tell(),
  end: async () => {
    for (const socket of sockets) socket.close();
    await load?.end();
    receiver?.close();
    inspector?.close();
    await Promise.all(Object.values(programs).map((program) => program.end()));
    await database.giveBack();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  const { INSPECTOR: inspected } = await freePorts(['INSPECTOR']);
  for (const name of names) {
    const options = name === 'stays' && { NODE_OPTIONS: `--inspect=127.0.0.1:${inspected}` };
    programs[name] = await RunningProgram.start(folder(name), { ...settings, ...options }, ports[name]);
  }
  inspector = await Inspector.at(inspected);
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
  await fillTokenMemory(people);
  load.begin();

  heading(`${MINUTES} minutes, ${sockets.length} sockets, a fault every ${FAULT_EVERY_MS / 1_000} s`);
  const trend = await observe(MINUTES * 60_000);
  await load.end();
  await judge(trend);
}

async function fillTokenMemory(people) {
  const use = async (user) => {
    const headers = { authorization: `Bearer ${user.token()}`, 'content-type': 'application/json' };
    const answer = await fetch(`${at('MOBILE')}/mobile/v1/GetNotifications`, { method: 'POST', headers, body: '{}' });
    await answer.arrayBuffer();
  };
  for (let used = 0; used < REMEMBERED_TOKENS; used += people.length) await Promise.all(people.map(use));
}

/** Samples the memory of the process that is not killed, and causes the faults in turn. */
async function observe(durationMs) {
  const trend = new MemoryTrend();
  const [began, faults] = [Date.now(), Object.entries(FAULTS)];
  let [caused, last] = [0, Date.now()];
  while (Date.now() - began < durationMs) {
    const kept = await keptMemory();
    const elapsed = Date.now() - began;
    if (elapsed > WARM_MS) trend.add(elapsed, kept);
    if (Date.now() - last > FAULT_EVERY_MS) {
      last = Date.now();
      const [name, cause] = faults[caused++ % faults.length];
      console.log(`  ${String(Math.round(elapsed / 1_000)).padStart(4)} s: ${name}; ${kept.toFixed(1)} MB are kept`);
      await cause();
    }
    await sleep(SAMPLE_EVERY_MS);
  }
  return trend;
}

/** Sends deeply nested bodies, long bodies, invalid tokens, and requests that never end. The service must survive. */
async function sendMaliciousRequests() {
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

async function judge(trend) {
  heading('At the end');
  await demandNothingLost({ load, receiver, program: programs.stays, ask });
  const { mean, slope, half, minutes, samples } = trend.get();
  const words = `${mean.toFixed(0)} MB are kept; ${slope.toFixed(2)} ± ${half.toFixed(2)} MB more a minute (95 %, ${samples} samples)`;
  const grown = ((slope + half) * minutes) / mean;
  demand(grown < MOST_GROWTH, `${words}: less than ${MOST_GROWTH * 100} % in ${minutes.toFixed(0)} minutes`);
}

/** The size of the heap and of buffers in MB, after a garbage collection. */
async function keptMemory() {
  await inspector.ask('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await inspector.ask('Runtime.getHeapUsage');
  return (usedSize + backingStorageSize) / 1024 ** 2;
}

function folder(name) {
  const path = join(parent, name);
  mkdirSync(path);
  return path;
}

function ask(text) {
  return query(database.url, text);
}
