/**
 * Measures how long the enterprise `acme` waits while another one, `evil`, sends as many requests as it can. `acme`
 * sends one request after the other: first alone, then beside 60 clients of `evil`, each with its own IP address and
 * six requests at once. The limits have their default values.
 * Run: npm run bench -- tenants [--part users,search,text,audit,lookup] [--seconds 10] [--users 2000]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { settings } from '../dist/src/config.js';
import { withOwnDatabase } from './support/own-database.mjs';
import { withService } from './support/service.mjs';
import { makeClients } from './support/tenant-clients.mjs';

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'users,search,text,audit,lookup' },
    seconds: { type: 'string', default: '10' },
    users: { type: 'string', default: '2000' },
  },
});
const [CLIENTS, LANES, BATCH] = [60, 6, 500];
const PATHS = {
  users: '/v1/users?limit=100',
  search: '/v1/search?q=user-1',
  text: '/v1/users?q=user-1&limit=100',
  audit: '/v1/auditEvents?limit=100',
  lookup: '/v1/users/user-1',
};
const DEFAULT_LIMITS = /^(?:ADDRESS_|ENTERPRISE_)?RATE_(?:LIMIT|BURST)$/;

await withOwnDatabase('bench_tenants', async (env, server) => {
  await server.migrate('bench_tenants');
  const managementUrl = 'http://127.0.0.1:8442';
  const own = { ...env, MANAGEMENT_URL: managementUrl };
  const { acme, evil } = await makeClients(own, { acme: 1, evil: CLIENTS });
  const limits = Object.values(settings).filter(({ name }) => DEFAULT_LIMITS.test(name));
  const byDefault = Object.fromEntries(limits.map(({ name, fallback }) => [name, fallback]));
  await withService({ ...own, ...byDefault }, async (service) => {
    const at = service.at('management');
    for (const token of [acme[0], evil[0]]) await enrol(at, token, Number(options.users));
    for (const part of options.part.split(',')) await measure(at + PATHS[part], part, acme[0], evil);
  });
});

async function enrol(at, token, count) {
  for (let from = 0; from < count; from += BATCH) {
    const users = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => ({
      ...{ userId: `user-${from + i}`, primaryGroup: 'bench', firstName: 'Kim', lastName: `Smith${i % 97}` },
      emailId: `user-${from + i}@example.com`,
    }));
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${at}/v1/userBatches`, { method: 'POST', headers, body: JSON.stringify({ users }) });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

async function measure(url, part, honest, tokens) {
  const forMs = Number(options.seconds) * 1_000;
  await reads(url, honest, 2_000);
  const alone = await reads(url, honest, forMs / 2);
  const crowd = new Worker(new URL('./support/lanes.mjs', import.meta.url), {
    workerData: { url, tokens, lanesEach: LANES },
  });
  await sleep(2_000);
  const meanwhile = await reads(url, honest, forMs);
  const ended = new Promise((resolve) => crowd.once('message', resolve));
  crowd.postMessage('end');
  const statuses = await ended;
  await crowd.terminate();
  const ratio = (meanwhile.p50 / alone.p50).toFixed(1);
  console.log(`${part}: acme alone ${told(alone)}; meanwhile ${told(meanwhile)}, ${ratio} times as long`);
  console.log(`  answers to evil: ${JSON.stringify(statuses)}`);
}

function told({ statuses, p50, p99 }) {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${JSON.stringify(statuses)}`;
}

/** Sends one request after the other. Returns the statuses and the latencies. */
async function reads(url, token, forMs) {
  const end = performance.now() + forMs;
  const [times, statuses] = [[], {}];
  while (performance.now() < end) {
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    times.push(performance.now() - began);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    await sleep(answer.ok ? 12 : 100); // the pause keeps the client below its rate limit
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))];
  return { statuses, p50: at(0.5), p99: at(0.99) };
}
