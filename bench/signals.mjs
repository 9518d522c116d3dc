/**
 * How many writes a second PostgreSQL commits beside NOTIFY: none, one in each transaction, and ours, where processes send
 * at most one every ten milliseconds from connections of their own. With nats-server beside it (Debian: nats-server), how
 * long a wake-up takes either way. Needs pgbench (Debian: postgresql). Run: npm run bench -- signals [rounds].
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import 'reflect-metadata';
import { databaseOptions } from '../dist/ormconfig.js';
import { complain } from '../scripts/lib/complain.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';
import { median, quartiles } from './support/statistics.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = 3;
const CONNECTIONS = [16, 64];
const COALESCE_MS = 10;
const DATABASE = 'bench_signals';
const CHANNEL = 'countersign_signal';

const EVENT = `INSERT INTO shared.inbox (event_id, handler) VALUES (gen_random_uuid(), 'bench');`;
const SIGNAL = `INSERT INTO shared.signal (topic, payload) VALUES ('bench', '{"userId":"user"}');`;
const WRITE = `BEGIN;\n${EVENT}\n${SIGNAL}\nCOMMIT;\n`;
const WRITE_AND_NOTIFY = `BEGIN;\n${EVENT}\n${SIGNAL}\nNOTIFY ${CHANNEL};\nCOMMIT;\n`;

/** `processes` listen, and send their NOTIFY while others write. */
const KINDS = {
  'no NOTIFY': { script: WRITE, processes: 0 },
  'NOTIFY in each transaction': { script: WRITE_AND_NOTIFY, processes: 0 },
  'ours, 1 process': { script: WRITE, processes: 1 },
  'ours, 4 processes': { script: WRITE, processes: 4 },
  'ours, 16 processes': { script: WRITE, processes: 16 },
};

const pgbench = ['pgbench', ...inDebian()].find((name) => spawnSync(name, ['--version']).status === 0);
if (!pgbench) complain('There is no pgbench. Install it (Debian: apt-get install postgresql).');

async function compare(server, folder, connections) {
  const rates = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { writes: [], notifies: [] }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, { script, processes }] of Object.entries(KINDS)) {
      const { writes, notifies } = await measured(server, folder, { script, processes, connections });
      if (round === 0) continue; // the first warms
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
    const beside = `${Math.round(median(notifies))} NOTIFY a second beside`;
    console.log(
      `${kind.padEnd(28)}${String(Math.round(median(writes))).padStart(8)} ${range}${ratio.toFixed(2)}  ${beside}`,
    );
  }
}

async function measured(server, folder, { script, processes, connections }) {
  const file = join(folder, 'write.sql');
  writeFileSync(file, script);
  const notifiers = await Promise.all(Array.from({ length: processes }, () => Notifier.on(server)));
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

/** As one process of ours when it always has a signal to tell of. */
class Notifier {
  sent = 0;
  #ended = false;

  static async on(server) {
    const notifier = new Notifier();
    notifier.client = new pg.Client(server.connection(DATABASE));
    await notifier.client.connect();
    await notifier.client.query(`LISTEN ${CHANNEL}`);
    notifier.running = notifier.run();
    return notifier;
  }

  async run() {
    while (!this.#ended) {
      await this.client.query('SELECT pg_notify($1, $2)', [CHANNEL, '']);
      this.sent += 1;
      await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    }
  }

  async end() {
    this.#ended = true;
    await this.running;
    await this.client.end();
  }
}

function inDebian() {
  const { stdout } = spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/pgbench'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean);
}

await withServer((server) =>
  withDatabase(server, DATABASE, async () => {
    const db = await new DataSource(databaseOptions({ ...server.address, database: DATABASE }, 2)).initialize();
    await db.runMigrations();
    await db.destroy();
    const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
    for (const connections of CONNECTIONS) await compare(server, folder, connections);
    rmSync(folder, { recursive: true });
  }),
);
