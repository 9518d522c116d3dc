/**
 * What our hot paths cost beside bare Express, in one run: npm run bench -- http
 * The service runs as it is started, on its embedded database, with TLS off as the baseline has none.
 */
import autocannon from 'autocannon';
import { accessToken } from './support/callers.mjs';
import { median } from './support/median.mjs';
import { withPeer, withService } from './support/service.mjs';

const ROUNDS = 5;
const SECONDS = 3;

await withPeer('bare-express', (baseline) => withService({}, (service) => measure(baseline, service)));

async function measure(baseline, service) {
  const token = await accessToken(service, 'users:read users:write');
  const api = service.at('management');
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
