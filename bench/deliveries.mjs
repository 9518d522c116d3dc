/**
 * Measures a webhook delivery, to one endpoint and to a thousand, while many deliveries to another endpoint wait. Also
 * compares one job for each delivery, as now, with one job for each endpoint. Statements are counted by the database,
 * including BEGIN, SET and COMMIT.
 * Run: npm run bench -- deliveries [deliveries] (4,000 by default).
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import 'reflect-metadata';
import pg from 'pg';
import { newId, Tenant } from '../dist/src/shared/kernel/index.js';
import { UnitOfWork } from '../dist/src/shared/persistence/index.js';
import { declareWebhookType, Webhooks } from '../dist/src/webhooks/contract/index.js';
import { MOST_ENDPOINTS, WebhookEndpoints } from '../dist/src/webhooks/endpoints/webhook-endpoints.service.js';
import { startApplication } from './support/application.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';
import { median } from './support/statistics.mjs';

const DELIVERIES = Number(process.argv[2] ?? 4_000);
const NAME = 'bench_deliveries';
/** The number of waiting deliveries to an endpoint to which nothing is sent during the measurement. */
const BACKLOG = 100_000;
const KIND = 'shared/deliver-webhook';
const TOGETHER = 500;
const [ROUNDS, SECONDS, CONNECTIONS] = [5, 2, [1, 16]];

const DELIVERY = `
  INSERT INTO shared.webhook_delivery
    (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content, status, given_up_at)
  VALUES ($1, 'bank', false, $2, $3, 'bench.happened', repeat('x', 500)::bytea, 'waiting', now() + interval '30 hours')`;

/** Creates a job, with the statement that the service uses. */
const JOB = `
  INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, lane) VALUES ($1, $2, '{}', $3, now(), $4)
  ON CONFLICT (kind, dedupe_key) WHERE parked_at IS NULL DO UPDATE SET payload = excluded.payload,
    due_at = CASE WHEN job.attempts = 0 THEN least(job.due_at, excluded.due_at) ELSE job.due_at END,
    again_at = CASE WHEN job.lease IS NULL THEN job.again_at ELSE least(job.again_at, excluded.due_at) END`;

if (isMainThread) await withServer(measureAll, { counting: true });
else receive();

/** The receiver of the webhooks. It runs in its own thread and accepts every message. */
function receive() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

async function measureAll(server) {
  const receiver = new Worker(new URL(import.meta.url));
  const port = await new Promise((resolve) => receiver.once('message', resolve));
  const type = declareWebhookType('bench.happened', { description: '', example: {}, schema: {} });
  console.log(
    'endpoints  waiting elsewhere  deliveries a second  statements  database, ms  of it the claim: calls, ms',
  );
  for (const endpoints of [1, 1_000])
    for (const backlog of [0, BACKLOG])
      await withDatabase(server, NAME, async () => {
        await server.migrate(NAME);
        console.log(await deliver(server, { endpoints, backlog, url: `http://127.0.0.1:${port}/`, type }));
      });
  await receiver.terminate();
  await withDatabase(server, NAME, async () => {
    await server.migrate(NAME);
    await ask(server.connection(NAME));
  });
}

async function deliver(server, { endpoints, backlog, url, type }) {
  const address = { ...server.address, database: NAME };
  const asking = await startApplication(address, 'management');
  for (let from = 0; from < endpoints; from += MOST_ENDPOINTS) {
    const tenant = Tenant.of(`bank${from}`, false);
    const some = Math.min(MOST_ENDPOINTS, endpoints - from);
    for (let at = 0; at < some; at++)
      await asking.get(WebhookEndpoints).register(tenant, { url, eventTypes: [type.name], enabled: true });
  }
  const db = new pg.Client(server.connection(NAME));
  db.on('error', () => undefined); // if the bench fails, the database is dropped while this connection is open
  await db.connect();
  const { rows: ids } = await db.query('SELECT endpoint_id AS id, enterprise_id AS bank FROM shared.webhook_endpoint');
  for (let made = 0; made < DELIVERIES; made += TOGETHER)
    await asking.get(UnitOfWork).run(async (tx) => {
      for (let at = made; at < Math.min(made + TOGETHER, DELIVERIES); at++) {
        const { id, bank } = ids[at % ids.length];
        const event = { type, data: { n: at }, occurredAt: new Date() };
        asking.get(Webhooks).emitTo(tx, [id], Tenant.of(bank, false), event);
      }
    });
  await asking.close();
  await db.query(
    `INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, lane)
     SELECT gen_random_uuid(), $1, '{}', gen_random_uuid()::text, now(), 'an endpoint that is left alone'
     FROM generate_series(1, $2)`,
    [KIND, backlog],
  );
  await db.query(
    `INSERT INTO shared.job_lane_hold VALUES ($1, 'an endpoint that is left alone', now() + interval '1 day')`,
    [KIND],
  );
  await db.query('ANALYZE');
  await server.sql('postgres', 'SELECT pg_stat_statements_reset()');
  const left = async () =>
    Number((await db.query('SELECT count(*) FROM shared.job WHERE kind = $1 AND NOT lane LIKE $2', [KIND, 'an %'])).rows[0].count); // oxfmt-ignore
  const from = performance.now();
  const sending = await startApplication(address, 'worker');
  while ((await left()) > 0) await sleep(50);
  const seconds = (performance.now() - from) / 1_000;
  const [all, claim] = [await spent(server, '%'), await spent(server, '%lanes_after%')];
  await sending.close();
  await db.end();
  const each = (figure, digits = 2) => (figure / DELIVERIES).toFixed(digits);
  return [
    String(endpoints).padStart(9),
    String(backlog).padStart(17),
    (DELIVERIES / seconds).toFixed(0).padStart(19),
    each(all.calls, 1).padStart(10),
    each(all.ms).padStart(12),
    `${each(claim.calls)}, ${each(claim.ms)}`.padStart(26),
  ].join('  ');
}

/** The statements of the service, and their time. The bench's own queries are left out. */
async function spent(server, like) {
  const [figures] = await server.sql(
    'postgres',
    `SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(total_exec_time), 0)::float8 AS ms
     FROM pg_stat_statements JOIN pg_database ON oid = dbid
     WHERE datname = '${NAME}' AND query LIKE '${like}' AND query NOT LIKE '%NOT lane LIKE%'`,
  );
  return figures;
}

/**
 * Compares how many deliveries to one endpoint can be stored per second: with one job for each delivery, and with one
 * job for the endpoint.
 */
async function ask(connection) {
  const endpoint = newId();
  console.log('\nconnections  transactions a second: a job of each delivery  one job of the endpoint  ratio');
  for (const connections of CONNECTIONS) {
    const rates = { each: [], one: [] };
    for (let round = 0; round <= ROUNDS; round++)
      for (const key of [() => newId(), () => endpoint]) {
        const rate = await rateOf(connection, connections, endpoint, key);
        if (round > 0) rates[key() === endpoint ? 'one' : 'each'].push(rate); // the first round only warms up
      }
    const ratio = median(rates.one.map((rate, round) => rate / rates.each[round]));
    const figures = [median(rates.each), median(rates.one)].map((rate) => rate.toFixed(0).padStart(24));
    console.log(`${String(connections).padStart(11)}${figures.join('')}${ratio.toFixed(2).padStart(26)}`);
  }
}

async function rateOf(connection, connections, endpoint, keyOf) {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client(connection);
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }),
  );
  let commits = 0;
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await client.query('BEGIN');
        await client.query({ name: 'delivery', text: DELIVERY, values: [newId(), endpoint, newId()] });
        await client.query({ name: 'job', text: JOB, values: [newId(), KIND, keyOf(), endpoint] });
        await client.query('COMMIT');
        commits++;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return commits / SECONDS;
}
