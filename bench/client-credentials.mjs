/**
 * What a token for a server costs, beside the bare protocol engine with its in-memory adapter, in one run:
 * npm run bench -- client-credentials
 */
import autocannon from 'autocannon';
import { withPeer } from './support/peer.mjs';
import { withService } from './support/service.mjs';
import { median } from './support/statistics.mjs';

/** Many short ones: on a machine that others share, what stands beside each other has to be close in time. */
const ROUNDS = 25;
const SECONDS = 1;

await withPeer('bare-oidc-provider', (baseline) => withService({}, (service) => measure(baseline.url, service)));

async function measure(baseline, { at, administrator }) {
  const bare = `Basic ${Buffer.from('bench:a-secret-of-the-bench-that-is-as-long-as-ours-are').toString('base64')}`;
  const cases = {
    'bare oidc-provider, JWT': tokenRequest(`${baseline}/token`, bare, 'https://api.example'),
    'bare oidc-provider, opaque': tokenRequest(`${baseline}/token`, bare, 'https://api.example/opaque'),
    Countersign: tokenRequest(`${at('auth')}/service/authserver/oauth/token`, administrator.authorization),
  };
  const rates = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (const request of Object.values(cases)) await rate(request); // warm
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, request] of Object.entries(cases)) rates[name].push(await rate(request));
  }
  console.log(`tokens a second, median of ${ROUNDS} rounds of ${SECONDS} s, 16 connections\n`);
  for (const [name, values] of Object.entries(rates)) {
    console.log(`${name.padEnd(30)}${median(values).toFixed(0).padStart(8)}`);
  }
  const ratios = (name) => median(rates.Countersign.map((value, round) => value / rates[name][round])).toFixed(2);
  console.log(`\nratio, median of the rounds: ${ratios('bare oidc-provider, JWT')} of the same token`);
  console.log(`                             ${ratios('bare oidc-provider, opaque')} of an unsigned one`);
}

function tokenRequest(url, authorization, resource) {
  return {
    url,
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'users:read users:write',
      ...(resource && { resource }),
    }).toString(),
  };
}

async function rate(request) {
  const { non2xx, errors, requests } = await autocannon({ connections: 16, duration: SECONDS, ...request });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests to ${request.url} failed`);
  return requests.average;
}
