/**
 * Measures the audit chain: how many entries are linked and how many links are verified per second, and, among many
 * earlier links, the time to find that no entry waits, and to record and link one entry.
 * Run: npm run bench -- audit-chain [entries] (200,000 by default).
 */
import 'reflect-metadata';
import { somethingToLink } from '../dist/src/audit/chain/chain-window.js';
import { AuditChainWriter } from '../dist/src/audit/chain/audit-chain-writer.service.js';
import { verifyChain } from '../dist/src/audit/chain/verification/verify-chain.js';
import { AuditLog } from '../dist/src/audit/contract/index.js';
import { Tenant } from '../dist/src/shared/kernel/index.js';
import { Database } from '../dist/src/shared/persistence/index.js';
import { startApplication } from './support/application.mjs';
import { withDatabase, withServer } from './support/postgres.mjs';

const ENTRIES = Number(process.argv[2] ?? 200_000);
const TOGETHER = 1_000;
const CALLS = 500;

const WRITE = `
  INSERT INTO shared.audit_entry (id, kind, outcome, enterprise_id, test, actor_kind, actor_id, subject_alias, details)
  SELECT gen_random_uuid(), 'users.kind-' || n % 30, 'done', 'default', false, 'client', 'portal',
         md5((n % 10000)::text)::uuid, jsonb_build_object('from', 'ACTIVE', 'to', 'BLOCKED', 'n', n)
  FROM generate_series(1, ${TOGETHER}) n`;

async function report(what, times, work) {
  const began = performance.now();
  await work();
  const ms = performance.now() - began;
  const rate = Math.round((times * 1000) / ms).toLocaleString('en-US');
  console.log(`${what.padEnd(44)}${rate.padStart(12)} a second${((ms * 1000) / times).toFixed(0).padStart(10)} µs`);
}

const repeat = (times, work) => async () => {
  for (let i = 0; i < times; i++) await work();
};

async function measure(app) {
  const [db, audit, chainWriter] = [Database, AuditLog, AuditChainWriter].map((service) =>
    app.get(service, { strict: false }),
  );
  const source = db.dataSource;
  const tenant = Tenant.of('default', false);
  const linkAll = async () => {
    while ((await chainWriter.turn()).more);
  };
  await report(
    `write, ${TOGETHER} in a transaction`,
    ENTRIES,
    repeat(ENTRIES / TOGETHER, () => source.query(WRITE)),
  );
  await report('link what has piled up', ENTRIES, linkAll);
  await source.query('ANALYZE');
  await report(
    'idle look',
    CALLS,
    repeat(CALLS, () => somethingToLink(db)),
  );
  await report(
    'one entry and the turn that links it',
    CALLS,
    repeat(CALLS, async () => {
      await audit.record({ kind: 'bench.one', tenant });
      await chainWriter.turn();
    }),
  );
  await report(
    'a page of one kind',
    CALLS,
    repeat(CALLS, () => audit.list({ tenant, kinds: ['users.kind-7'] }, 50)),
  );
  await report('verify', ENTRIES, () => verifyChain(db));
}

await withServer((server) =>
  withDatabase(server, 'bench_audit', async () => {
    await server.migrate('bench_audit');
    // Starts without the worker, which would link entries in the background.
    const app = await startApplication({ ...server.address, database: 'bench_audit' }, 'management');
    try {
      await measure(app);
    } finally {
      await app.close();
    }
  }),
);
