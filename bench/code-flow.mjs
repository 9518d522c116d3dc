/**
 * What it costs to sign a user on to an application, with a session that there is: the SQL statements of both requests,
 * counted by PostgreSQL itself, and flows a second. Run: npm run bench -- code-flow
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/src/development/postgres/embedded-postgres.js';
import { withService } from './support/service.mjs';
import { browserAt, portalOf } from './support/callers.mjs';
import { cpuSeconds } from './support/cpu.mjs';
import { median } from './support/statistics.mjs';
import { activate, authorizePath, CODE, newApplication, redemptionOf } from './support/people.mjs';

const SCOPES = ['openid', 'openid notifications', 'openid offline_access', 'openid notifications offline_access'];
const FLOWS = 100;
const ROUNDS = 5;
const SECONDS = 3;

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const postgres = await countingPostgres();
const sql = new pg.Client(postgres.connection);
try {
  await sql.connect();
  await sql.query('CREATE EXTENSION pg_stat_statements');
  const { host, port, user, database } = postgres.connection;
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  // Without its worker: what that does now and then is not part of any flow.
  await withService({ DATABASE_URL, SURFACES: 'auth,management' }, measure);
} finally {
  await sql.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** It counts statements only when it is started so. */
async function countingPostgres() {
  const first = await startEmbeddedPostgres({ dataDir: folder });
  const client = new pg.Client(first.connection);
  await client.connect();
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.end();
  await first.stop();
  return startEmbeddedPostgres({ dataDir: folder });
}

async function measure(service) {
  const portal = await portalOf(service);
  await portal('/v1/users', { userId: 'bench', primaryGroup: 'bench', predefinedCode: CODE });
  const clientId = await newApplication(portal);
  const flow = flowOf(service.at('auth'), clientId, await signIn(service, clientId));
  console.log(`SQL statements, of ${FLOWS} flows${' '.repeat(17)}authorize   token   flow`);
  for (const scope of SCOPES) {
    const codes = [];
    for (let i = 0; i < 3; i++) await flow.redeem(await flow.code(scope));
    const asked = await statementsOf(async () => codes.push(await flow.code(scope)));
    const redeemed = await statementsOf(() => flow.redeem(codes.pop()));
    const columns = [asked, redeemed, asked + redeemed].map((count) => count.toFixed(2).padStart(8)).join('');
    console.log(`${scope.padEnd(40)}${columns}`);
  }
  console.log(`\nmedian of ${ROUNDS} rounds of ${SECONDS} s, 16 connections   flows a second   ms of CPU a flow`);
  for (const scope of SCOPES) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await rate(flow, scope, service.pid));
    const [rates, costs] = [0, 1].map((column) => median(rounds.map((round) => round[column])));
    console.log(`${scope.padEnd(52)}${rates.toFixed(0).padStart(8)}${costs.toFixed(2).padStart(19)}`);
  }
}

/** Calls for one of `FLOWS` times: whatever comes less often than every second time belongs to something else. */
async function statementsOf(work) {
  await sql.query('SELECT pg_stat_statements_reset()');
  for (let i = 0; i < FLOWS; i++) await work();
  const { rows } = await sql.query('SELECT calls::int FROM pg_stat_statements WHERE calls >= $1', [FLOWS / 2]);
  return rows.reduce((sum, { calls }) => sum + calls, 0) / FLOWS;
}

/** A machine that does other things as well makes flows rarer, and hardly dearer. */
async function rate(flow, scope, pid) {
  const before = cpuSeconds(pid);
  const requests = [
    {
      ...flow.authorization(scope),
      onResponse: (_status, _body, context, headers) => {
        context.code = new URL(headers.location ?? headers.Location).searchParams.get('code');
      },
    },
    { method: 'POST', setupRequest: (request, { code }) => ({ ...request, ...flow.redemption(code) }) },
  ];
  const result = await autocannon({ url: flow.origin, connections: 16, duration: SECONDS, requests });
  if (result.errors + result['4xx'] + result['5xx'] > 0) throw new Error('Some flows failed');
  const flows = result.requests.total / requests.length;
  return [flows / result.duration, ((cpuSeconds(pid) - before) * 1_000) / flows];
}

function flowOf(origin, clientId, cookie) {
  const authorization = (scope) => ({ path: authorizePath(clientId, scope), headers: { cookie } });
  const redemption = (code) => ({
    path: '/service/authserver/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: redemptionOf(clientId, code).toString(),
  });
  return {
    origin,
    authorization,
    redemption,
    code: async (scope) => {
      const { path, headers } = authorization(scope);
      const answer = await fetch(origin + path, { headers, redirect: 'manual' });
      return new URL(answer.headers.get('location')).searchParams.get('code');
    },
    redeem: async (code) => {
      const { path, ...request } = redemption(code);
      const answer = await fetch(origin + path, { method: 'POST', ...request });
      if (answer.status !== 200) throw new Error(await answer.text());
    },
  };
}

/** By the activation form. Returns the cookies of the session. */
async function signIn({ at }, clientId) {
  const browser = browserAt(at('auth'));
  await activate(browser, authorizePath(clientId, 'openid'), 'bench');
  return browser.cookie();
}
