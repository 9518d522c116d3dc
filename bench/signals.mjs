/**
 * Measures how many writes per second PostgreSQL commits: without NOTIFY, with a NOTIFY in each transaction, and with
 * the service's method, in which each process sends at most one NOTIFY every ten milliseconds on a separate connection.
 * If nats-server is installed, signals over NATS are measured too. Needs pgbench (Debian: postgresql).
 * Run: npm run bench -- signals [rounds]
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { complain } from '../scripts/lib/complain.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';
import { median, quartiles } from './support/statistics.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = 3;
const CONNECTIONS = [16, 64];
const COALESCE_MS = 10;
const DATABASE = 'bench_signals';
const CHANNEL = 'countersign_signal';
const NATS_PORT = 42_220;

const EVENT = `INSERT INTO shared.inbox (event_id, handler) VALUES (gen_random_uuid(), 'bench');`;
const SIGNAL = `INSERT INTO shared.signal (topic, payload) VALUES ('bench', '{"userId":"user"}');`;
const WRITE = `BEGIN;\n${EVENT}\n${SIGNAL}\nCOMMIT;\n`;
const WRITE_AND_NOTIFY = `BEGIN;\n${EVENT}\n${SIGNAL}\nNOTIFY ${CHANNEL};\nCOMMIT;\n`;

const hasNats = spawnSync('nats-server', ['--version']).status === 0;
/**
 * The variants. `processes` is the number of simulated processes of the service, which listen and send signals during
 * the writes.
 */
const KINDS = {
  'no NOTIFY': { script: WRITE, processes: 0 },
  'NOTIFY in each transaction': { script: WRITE_AND_NOTIFY, processes: 0 },
  'ours, 1 process': { script: WRITE, processes: 1 },
  'ours, 4 processes': { script: WRITE, processes: 4 },
  'ours, 16 processes': { script: WRITE, processes: 16 },
  ...(hasNats && {
    'by NATS, 4 processes': { script: WRITE, processes: 4, byNats: true },
    'by NATS, 16 processes': { script: WRITE, processes: 16, byNats: true },
  }),
};

const pgbench = ['pgbench', ...inDebian()].find((name) => spawnSync(name, ['--version']).status === 0);
if (!pgbench) complain('There is no pgbench. Install it (Debian: apt-get install postgresql).');

async function compare(server, folder, connections) {
  const rates = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { writes: [], notifies: [] }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, how] of Object.entries(KINDS)) {
      const { writes, notifies } = await measured(server, folder, { ...how, connections });
      if (round === 0) continue; // the first round only warms up
      rates[kind].writes.push(writes);
      rates[kind].notifies.push(notifies);
      process.stderr.write('.');
    }
  }
  const without = rates['no NOTIFY'].writes;
  console.log(`\n${connections} connections: writes a second, median of ${ROUNDS} rounds of ${SECONDS} s\n`);
  for (const [kind, { writes, notifies }] of Object.entries(rates)) {
    const ratio = median(writes.map((rate, round) => rate / without[round]));
    const [low, high] = quartiles(writes).map(Math.round);
    const range = `(${low} to ${high})`.padEnd(20);
    const beside = `${Math.round(median(notifies))} wake-ups a second beside`;
    console.log(
      `${kind.padEnd(28)}${String(Math.round(median(writes))).padStart(8)} ${range}${ratio.toFixed(2)}  ${beside}`,
    );
  }
}

async function measured(server, folder, { script, processes, byNats = false, connections }) {
  const file = join(folder, 'write.sql');
  writeFileSync(file, script);
  const notifiers = await Promise.all(
    Array.from({ length: processes }, async () => Notifier.on(byNats ? await natsWay() : postgresWay(server))),
  );
  const { host, port, username } = server.address;
  const child = spawn(
    pgbench,
    [
      ...['-n', '-f', file, '-c', String(connections), '-j', '1', '-T', String(SECONDS), '-M', 'prepared'],
      ...['-h', host, '-p', String(port), '-U', username, DATABASE],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  for await (const part of child.stdout) said += part;
  const notifies = notifiers.reduce((sum, { sent }) => sum + sent, 0) / SECONDS;
  await Promise.all(notifiers.map((notifier) => notifier.end()));
  return { writes: Number(/tps = ([\d.]+)/.exec(said)?.[1]), notifies };
}

/** Simulates a process of the service that always has a signal to send. */
class Notifier {
  sent = 0;
  #ended = false;

  static async on(way) {
    const notifier = new Notifier();
    notifier.way = await way;
    notifier.running = notifier.run();
    return notifier;
  }

  async run() {
    while (!this.#ended) {
      await this.way.notify();
      this.sent += 1;
      await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    }
  }

  async end() {
    this.#ended = true;
    await this.running;
    await this.way.end();
  }
}

async function postgresWay(server) {
  const client = new pg.Client(server.connection(DATABASE));
  await client.connect();
  await client.query(`LISTEN ${CHANNEL}`);
  return { notify: () => client.query('SELECT pg_notify($1, $2)', [CHANNEL, '']), end: () => client.end() };
}

async function natsWay() {
  const client = await connect({ servers: `127.0.0.1:${NATS_PORT}`, noEcho: true });
  client.subscribe(CHANNEL, { callback: () => undefined });
  const notify = () => {
    client.publish(CHANNEL);
    return client.flush();
  };
  return { notify, end: () => client.close() };
}

/** Runs `work` with a NATS server, if nats-server is installed. */
async function withNats(work) {
  if (!hasNats) return work();
  const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(NATS_PORT)], { stdio: 'ignore' });
  try {
    await connect({ servers: `127.0.0.1:${NATS_PORT}`, waitOnFirstConnect: true, reconnectTimeWait: 50 }).then((one) =>
      one.close(),
    );
    return await work();
  } finally {
    nats.kill();
  }
}

function inDebian() {
  const { stdout } = spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/pgbench'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

await withServer((server) =>
  withDatabase(server, DATABASE, async () => {
    await server.migrate(DATABASE);
    const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
    await withNats(async () => {
      for (const connections of CONNECTIONS) await compare(server, folder, connections);
    });
    rmSync(folder, { recursive: true });
  }),
);
