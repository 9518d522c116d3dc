/**
 * Kills the primary database three times while two processes serve enrolments, verifications, signed answers, sockets
 * and webhooks. Proves that nothing that was acknowledged is lost.
 * Run: `node scripts/prove-failover.mjs [rounds]`. It needs Debian's `patroni etcd-server haproxy postgresql`.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfStale } from './lib/build.mjs';
import { PatroniCluster } from './lib/failover/patroni-cluster.mjs';
import { freePorts } from './lib/free-ports.mjs';
import { LiveSocket } from './lib/notifications/live-socket.mjs';
import { makePeople } from './lib/notifications/people.mjs';
import { Receiver } from './lib/notifications/receivers.mjs';
import { demandNothingLost } from './lib/load/judgement.mjs';
import { ServiceLoad } from './lib/load/service-load.mjs';
import { demand, demandSame, heading, proved } from './lib/proof.mjs';
import { query } from './lib/query.mjs';
import { RunningProgram } from './lib/running-program.mjs';

const ROUNDS = Number(process.argv[2] ?? 3);
const USERS = 20;
/** The waiting time before a primary is killed, and after the next one has taken over. */
const [BEFORE_MS, AFTER_MS] = [5_000, 15_000];
/** How long each kind of work may take to continue after there is a primary again. */
const MOST_MS_AFTER_PRIMARY = 5_000;

await buildIfStale();
const parent = mkdtempSync(join(tmpdir(), 'countersign-failover-'));
chmodSync(parent, 0o755);
const folder = (name) => {
  const path = join(parent, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const ports = {};
for (const name of ['one', 'other'])
  ports[name] = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
const at = (name, surface) => `http://127.0.0.1:${ports[name][surface]}`;
const settings = {
  ENCRYPTION_KEYS: `proof:${createHash('sha256').update(parent).digest('base64')}`,
  ...{ NODE_ENV: 'development', TLS_MODE: 'off', AUTH_URL: at('one', 'AUTH'), MANAGEMENT_URL: at('one', 'MANAGEMENT') },
  ...{ MOBILE_URL: at('one', 'MOBILE'), IDV_URL: at('one', 'IDV') },
};
const programs = {};
const sockets = [];
let [cluster, receiver, load] = [];

await proved(prove, {
  tell: () => load?.tell(),
  end: async () => {
    await load?.end();
    for (const socket of sockets) socket.close();
    receiver?.close();
    await Promise.all(Object.values(programs).map((program) => program.end()));
    await cluster?.stop();
    rmSync(parent, { recursive: true, force: true });
  },
});

async function prove() {
  cluster = await PatroniCluster.start(folder('cluster'));
  heading('Two servers under Patroni with synchronous replication, behind HAProxy');
  settings.DATABASE_URL = cluster.url;
  for (const name of ['one', 'other']) {
    programs[name] = await RunningProgram.start(folder(name), settings, ports[name]);
  }
  const people = await makePeople(settings, USERS);
  receiver = await Receiver.start(({ accept }) => accept());
  load = new ServiceLoad({
    served: Object.values(ports),
    clientFile: join(parent, 'one', 'admin-client.json'),
    ...{ receiver, people },
  });
  await load.prepare();
  for (const user of people) {
    for (const name of ['one', 'other']) sockets.push(new LiveSocket(user, () => ports[name].MOBILE));
  }
  for (const socket of sockets) await socket.open();

  load.begin();
  for (let round = 1; round <= ROUNDS; round++) await killLeader(round);
  await load.end();
  await judge();
}

async function killLeader(round) {
  heading(`Round ${round}`);
  await sleep(BEFORE_MS);
  const killedAt = performance.now();
  const killed = await cluster.killLeader();
  await cluster.newLeader(killed);
  const primaryAt = performance.now();
  await sleep(AFTER_MS);
  console.log(`  the next primary is there after ${seconds(primaryAt - killedAt)}`);
  for (const [kind, { acknowledged }] of Object.entries(load.work)) {
    const next = acknowledged.find(({ at }) => at > (kind === 'token' ? killedAt : primaryAt));
    demand(next !== undefined, `${kind}: goes on ${next ? seconds(Math.max(0, next.at - primaryAt)) : ''} after it`);
    if (kind !== 'token') {
      demand(next.at - primaryAt < MOST_MS_AFTER_PRIMARY, `${kind}: within ${seconds(MOST_MS_AFTER_PRIMARY)}`);
    }
  }
  for (const name of ['one', 'other']) await programs[name].ready();
  demand(true, 'both processes are ready by themselves');
  await cluster.rejoin(killed);
}

async function judge() {
  heading('After all rounds');
  await demandNothingLost({ load, receiver, program: programs.one, ask });
  const unaware = sockets
    .filter(({ cursorResets }) => cursorResets === 0)
    .filter(({ receivedStatuses }) =>
      load.work.answer.acknowledged.some(({ acknowledged: uuid }) => isOutdated(receivedStatuses.get(uuid))),
    );
  demandSame(unaware.length, 0, 'every socket knows the last status of each notification that it has received');
  for (const name of ['one', 'other']) {
    const lines = readFileSync(`${join(parent, name)}.log`, 'utf8')
      .trim()
      .split('\n').length;
    console.log(`  log of process ${name}: ${lines} lines at the level error`);
  }
}

function isOutdated(received) {
  return received !== undefined && received.status !== 'UPDATED';
}

function ask(text) {
  return query(cluster.url, text);
}

function seconds(milliseconds) {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
