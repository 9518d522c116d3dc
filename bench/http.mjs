/**
 * What our hot paths cost beside bare Express, in one run: npm run bench -- http
 * A look-up stands beside Express that sends the same prepared SELECT to the same server. Nothing is written meanwhile,
 * and statistics are fresh. TLS is off, as the baselines have none. What a write costs: npm run bench -- writes
 */
import autocannon from 'autocannon';
import { median } from './support/statistics.mjs';
import { withServer } from './support/postgres.mjs';
import { withPeer } from './support/peer.mjs';
import { recordedUser, withTwin } from './support/twin.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = 2;

await withPeer('bare-express', (bare) =>
  withServer((server) =>
    withTwin(server, ({ service, peer, headers }) => measure(bare.url, peer.url, service, headers)),
  ),
);

async function measure(bare, peer, service, headers) {
  const api = service.at('management');
  const user = `/v1/users/${recordedUser(0)}`;
  const cases = {
    'bare Express': { url: bare + user },
    'a path of another surface (404)': { url: `${api}/mobile/v1/x` },
    'Express with the same SELECT': { url: peer + user },
    'look a user up': { url: api + user, headers },
  };
  const rates = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, options] of Object.entries(cases)) {
      const value = await rate(options);
      if (round > 0) rates[name].push(value); // the first warms
    }
  }
  console.log(`requests a second, median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections, and ratios\n`);
  const [base, select] = [rates['bare Express'], rates['Express with the same SELECT']].map(median);
  console.log(`${''.padEnd(34)}    rate  of bare  of the SELECT`);
  for (const [name, values] of Object.entries(rates)) {
    const value = median(values);
    const ratios = [value / base, value / select].map((ratio) => ratio.toFixed(2));
    console.log(`${name.padEnd(34)}${value.toFixed(0).padStart(8)}${ratios[0].padStart(9)}${ratios[1].padStart(15)}`);
  }
}

async function rate(options) {
  const result = await autocannon({ connections: 16, duration: SECONDS, ...options });
  if (result.errors > 0) throw new Error(`${result.errors} requests failed`);
  return result.requests.average;
}
