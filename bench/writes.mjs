/**
 * What a write costs beside bare Express that sends the same statements in one transaction, one after the other, to a
 * database of its own on the same server, in one run: npm run bench -- writes
 * The statements are recorded from the service itself. ROUNDS sets the rounds, 5 by default.
 */
import autocannon from 'autocannon';
import { randomUUID } from 'node:crypto';
import { cpuSeconds } from './support/cpu.mjs';
import { median } from './support/statistics.mjs';
import { withServer } from './support/postgres.mjs';
import { newUser, recordedUser, withTwin } from './support/twin.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = 2;
const CONNECTIONS = [1, 16, 64];

await withServer((server) =>
  withTwin(server, async ({ service, peer, databases, waits, headers }) => {
    const sides = {
      'bare Express': { url: peer.url, pid: peer.pid, database: databases.peer },
      Countersign: { url: service.at('management'), pid: service.pid, database: databases.service },
    };
    console.log(
      `median of ${ROUNDS} rounds of ${SECONDS} s; a sync is one write-ahead log flush of the whole server\n`,
    );
    console.log('write         connections   side              a second  ratio  CPU ms  commits  syncs  waits');
    for (const [name, request] of Object.entries({ enrol, 'change status': changeStatus })) {
      for (const connections of CONNECTIONS)
        await compare(server, sides, { name, request, connections, headers, waits });
    }
  }),
);

function enrol(headers) {
  const setupRequest = (request) => ({ ...request, body: JSON.stringify(newUser(`b-${randomUUID()}`)) });
  return { requests: [{ method: 'POST', path: '/v1/users', headers, setupRequest }] };
}

/** One user for each connection, or they would wait for each other. */
function changeStatus(headers) {
  let clients = 0;
  return {
    setupClient: (client) => {
      const path = `/v1/users/${recordedUser(clients++)}/status`;
      let calls = 0;
      client.setRequests([
        {
          method: 'PUT',
          path,
          headers,
          setupRequest: (request) => ({
            ...request,
            body: JSON.stringify({ status: calls++ % 2 === 0 ? 'PAUSED' : 'UNPAUSE' }),
          }),
        },
      ]);
    },
  };
}

async function compare(server, sides, { name, request, connections, headers, waits }) {
  const measured = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [side, target] of Object.entries(sides)) {
      const figures = await measure(server, target, { connections, ...request(headers) });
      if (round > 0) measured[side].push(figures); // the first warms
    }
  }
  const base = median(measured['bare Express'].map(({ rate }) => rate));
  for (const [side, rounds] of Object.entries(measured)) {
    const of = (figure) => median(rounds.map((round) => round[figure]));
    const cells = [of('rate').toFixed(0), (of('rate') / base).toFixed(2)];
    const costs = [of('cpu'), of('commits'), of('syncs')].map((value) => value.toFixed(2));
    console.log(
      `${name.padEnd(14)}${String(connections).padStart(11)}   ${side.padEnd(16)}${cells[0].padStart(10)}${cells[1].padStart(7)}` +
        `${costs[0].padStart(8)}${costs[1].padStart(9)}${costs[2].padStart(7)}${String(waits[side][name]).padStart(7)}`,
    );
  }
}

async function measure(server, { url, pid, database }, options) {
  const before = await counters(server, pid, database);
  const { requests, non2xx, errors } = await autocannon({ url, duration: SECONDS, ...options });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${url} failed`);
  const after = await counters(server, pid, database);
  const each = (figure) => (after[figure] - before[figure]) / requests.total;
  return { rate: requests.average, cpu: each('cpu'), commits: each('commits'), syncs: each('syncs') };
}

async function counters(server, pid, database) {
  const [row] = await server.sql(
    database,
    `SELECT pg_stat_force_next_flush(), (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = '${database}') AS commits,
       (SELECT wal_sync::float8 FROM pg_stat_wal) AS syncs`,
  );
  return { cpu: cpuSeconds(pid) * 1000, commits: row.commits, syncs: row.syncs };
}
