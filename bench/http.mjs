/**
 * What our hot paths cost beside bare Express, in one run: npm run bench -- http
 * A look-up stands beside Express that sends the same prepared SELECT to the same server, and beside a plain application
 * of Nest that also checks a token and its parameters with the usual packages. Nothing is written meanwhile, and
 * statistics are fresh. TLS is off, as the baselines have none. What a write costs: npm run bench -- writes
 */
import autocannon from 'autocannon';
import { median } from './support/statistics.mjs';
import { withServer } from './support/postgres.mjs';
import { createPublicKey } from 'node:crypto';
import { withPeer } from './support/peer.mjs';
import { recordedUser, withTwin } from './support/twin.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const SECONDS = 2;

await withPeer('bare-express', (bare) =>
  withServer((server) =>
    withTwin(server, async ({ service, peer, settings, headers }) =>
      withPeer('plain-nest', (nest) => measure({ bare, peer, nest, service, headers }), {
        ...settings,
        token: await tokenRulesOf(service, headers),
      }),
    ),
  ),
);

/** What the plain application needs to check the tokens of the service. */
async function tokenRulesOf(service, { authorization }) {
  const [header, claims] = authorization
    .replace('Bearer ', '')
    .split('.', 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  const { keys } = await (await fetch(`${service.at('auth')}/service/authserver/oauth/jwks`)).json();
  const key = keys.find(({ kid }) => kid === header.kid);
  const publicKey = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  return { publicKey, issuer: claims.iss, audience: claims.aud };
}

async function measure({ bare, peer, nest, service, headers }) {
  const api = service.at('management');
  const user = `/v1/users/${recordedUser(0)}`;
  const cases = {
    'bare Express': { url: bare.url + user },
    'a path of another surface (404)': { url: `${api}/mobile/v1/x` },
    'Express with the same SELECT': { url: peer.url + user },
    'plain Nest with the same SELECT': { url: nest.url + user, headers },
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
