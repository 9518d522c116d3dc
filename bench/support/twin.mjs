import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/lib/root.mjs';
import { accessToken } from './callers.mjs';
import { withPeer } from './peer.mjs';
import { withDatabase } from './postgres.mjs';
import { withService } from './service.mjs';

const DATABASES = { service: 'bench_service', peer: 'bench_peer' };
const RECORDED = 'recorded';
/** The number of users `recorded-0`, `recorded-1` and so on that both databases contain. */
const USERS = 64;

/**
 * Starts the service, and Express that replays the statements recorded from it. Each has its own database on the same
 * server: in a shared one, the service would deliver the events that Express stores.
 */
export async function withTwin(server, work) {
  const { service: own, peer: others } = DATABASES;
  await withDatabase(server, own, () => withDatabase(server, others, () => inDatabases(server, work)));
}

async function inDatabases(server, work) {
  for (const database of Object.values(DATABASES)) await server.migrate(database);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const env = {
    DATABASE_URL: server.url(DATABASES.service),
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    NODE_OPTIONS: `--import=${fromRoot('bench/support/record-statements.mjs')}`,
    RECORD_STATEMENTS: join(folder, 'statements'),
  };
  try {
    await withService(env, async (service) => {
      const portal = await portalOf(service);
      const recorded = await record(portal, env.RECORD_STATEMENTS);
      const settings = { connection: server.connection(DATABASES.peer), ...recorded };
      await withPeer(
        'bare-statements',
        async (peer) => {
          for (let i = 0; i < USERS; i++) {
            await portal('POST', '/v1/users', newUser(`${RECORDED}-${i}`));
            await call(peer.url, {}, 'POST', '/v1/users', newUser(`${RECORDED}-${i}`));
          }
          for (const database of Object.values(DATABASES)) await server.sql(database, 'ANALYZE');
          await work({ service, peer, settings, databases: DATABASES, waits: recorded.waits, headers: portal.headers });
        },
        settings,
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const recordedUser = (number) => `${RECORDED}-${number % USERS}`;
export const newUser = (userId) => ({ userId, primaryGroup: 'bench' });

async function record(portal, file) {
  await portal('POST', '/v1/users', newUser(RECORDED));
  await portal('GET', `/v1/users/${RECORDED}`);
  for (const status of ['PAUSED', 'UNPAUSE']) await portal('PUT', `/v1/users/${RECORDED}/status`, { status });
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [enrol, paused, unpause] = lines.filter(({ statements }) => statements);
  const lookup = lines.find((line) => line.lookup).lookup;
  return {
    lookup,
    writes: { userId: RECORDED, enrol: enrol.statements, PAUSED: paused.statements, UNPAUSE: unpause.statements },
    waits: {
      Countersign: { enrol: enrol.waits, 'change status': paused.waits },
      'bare Express': { enrol: enrol.statements.length, 'change status': paused.statements.length },
    },
  };
}

async function portalOf(service) {
  const headers = { authorization: `Bearer ${await accessToken(service, 'users:read users:write')}` };
  const portal = (...request) => call(service.at('management'), headers, ...request);
  return Object.assign(portal, { headers: { ...headers, 'content-type': 'application/json' } });
}

async function call(url, headers, method, path, body) {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
