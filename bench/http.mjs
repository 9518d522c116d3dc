/**
 * What our hot paths cost beside bare Express, in one run: npm run bench -- http
 * The service runs as it is started, on its embedded database, with TLS off as the baseline has none.
 */
import { fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { median } from './support.mjs';

const ROUNDS = 5;
const SECONDS = 3;
const [AUTH, MANAGEMENT] = ['18006', '19442'];
const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));

const service = spawn(process.execPath, [fromRoot('dist/src/main.js')], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    TLS_MODE: 'off',
    AUTH_PORT: AUTH,
    MANAGEMENT_PORT: MANAGEMENT,
    IDV_PORT: '18004',
    MOBILE_PORT: '18007',
    OPS_PORT: '19464',
    LOG_LEVEL: 'warn',
    RATE_LIMIT: '1000000',
    RATE_BURST: '10000000',
    ADDRESS_RATE_LIMIT: '1000000',
    ADDRESS_RATE_BURST: '10000000',
  },
});
const bare = fork(fromRoot('bench/peers/bare-express.mjs'));
const ended = new Promise((resolve) => service.once('exit', resolve));

try {
  const [port] = await Promise.all([
    new Promise((resolve) => bare.once('message', resolve)),
    new Promise((resolve) => service.stdout.on('data', (text) => String(text).includes('is ready') && resolve())),
  ]);
  await measure(`http://127.0.0.1:${port}`);
} finally {
  bare.kill();
  service.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(baseline) {
  const token = await accessToken();
  const api = `http://127.0.0.1:${MANAGEMENT}`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const user = (userId) => JSON.stringify({ userId, primaryGroup: 'bench' });
  await fetch(`${api}/v1/users`, { method: 'POST', headers, body: user('bench') });
  let created = 0;
  const create = {
    method: 'POST',
    path: '/v1/users',
    headers,
    setupRequest: (r) => ({ ...r, body: user(`b${++created}`) }),
  };
  const cases = {
    'bare Express': { url: `${baseline}/v1/users/bench` },
    'a path of another surface (404)': { url: `${api}/mobile/v1/x` },
    'look a user up': { url: `${api}/v1/users/bench`, headers },
    'enrol a user': { url: api, requests: [create] },
  };
  const rates = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, options] of Object.entries(cases)) rates[name].push(await rate(options));
  }
  console.log(
    `requests a second, median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections, and the ratio to bare Express\n`,
  );
  const base = median(rates['bare Express']);
  for (const [name, values] of Object.entries(rates)) {
    const value = median(values);
    console.log(`${name.padEnd(34)}${value.toFixed(0).padStart(8)}${(value / base).toFixed(2).padStart(8)}`);
  }
}

async function rate(options) {
  const result = await autocannon({ connections: 16, duration: SECONDS, ...options });
  if (result.errors > 0) throw new Error(`${result.errors} requests failed`);
  return result.requests.average;
}

async function accessToken() {
  const { client_id: id, client_secret: secret } = JSON.parse(readFileSync(join(dataDir, 'admin-client.json'), 'utf8'));
  const response = await fetch(`http://127.0.0.1:${AUTH}/service/authserver/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'users:read users:write' }),
  });
  return (await response.json()).access_token;
}
