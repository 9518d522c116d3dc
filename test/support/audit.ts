import type pg from 'pg';
import { type AuditEntry, PendingWrites, type Sql } from '../../src/shared/persistence/index.js';
import { AuditChainWriter } from '../../src/audit/chain/audit-chain-writer.service.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication, type TestOptions } from './application.js';

export const acme = Tenant.of('acme', false);

/** An application without the background worker: the chain moves only when the test moves it. */
export const startWithoutWorker = (options: TestOptions = {}): Promise<TestApplication> =>
  startTestApplication({ ...options, env: { SURFACES: 'management', DATABASE_POOL: '24', ...options.env } });

export async function linkAll(running: TestApplication): Promise<void> {
  while ((await running.app.get(AuditChainWriter).linkBatch()).more);
}

/** Writes entries now, in whatever transaction is open, instead of just before the commit. */
export async function writeNow(sql: Sql, ...entries: AuditEntry[]): Promise<void> {
  const pending = new PendingWrites();
  pending.audit.push(...entries);
  await pending.flush(sql);
}

export const sqlOf = (client: pg.Client): Sql => ({
  rows: async <R extends pg.QueryResultRow>(text: string, params: readonly unknown[] = []) =>
    (await client.query<R>(text, [...params])).rows,
});
