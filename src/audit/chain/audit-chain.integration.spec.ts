import type pg from 'pg';
import { AuditLog } from '../contract/index.js';
import { advisoryLocks, Database, UnitOfWork } from '../../shared/persistence/index.js';
import { AuditChainWriter } from './audit-chain-writer.service.js';
import { ChainStats } from './chain-stats.repository.js';
import { somethingToLink } from './chain-window.js';
import { CheckpointKeys } from './checkpoints/checkpoint-keys.service.js';
import { verifyChain } from './verification/verify-chain.js';
import { newId } from '../../shared/kernel/index.js';
import { newRingEntry, Sealer } from '../../shared/security/index.js';
import { Keyring } from '../../shared/security/sealing/keyring.js';
import type { TestApplication, TestOptions } from '../../../test/support/application.js';
import { acme, linkAll, sqlOf, startWithoutWorker, writeNow } from '../../../test/support/audit.js';

let running: TestApplication;
let audit: AuditLog;
let chainWriter: AuditChainWriter;
let db: Database;
let uow: UnitOfWork;
let other: pg.Client;

const opened: TestApplication[] = [];
/** Starts another process. It belongs to the same deployment if `options` has the same database. */
async function start(options: TestOptions): Promise<TestApplication> {
  const another = await startWithoutWorker(options);
  opened.push(another);
  return another;
}
const closeAll = () => Promise.all(opened.splice(0).map((application) => application.close()));

const record = (kind = 'testing.recorded') => audit.record({ kind, tenant: acme });
const count = async (table: 'audit_entry' | 'audit_link') =>
  Number((await other.query<{ count: string }>(`SELECT count(*) FROM shared.${table}`)).rows[0]?.count);
const lastLinked = async () =>
  (
    await db.rows<{ kind: string }>(
      'SELECT kind FROM shared.audit_link l JOIN shared.audit_entry e ON e.id = l.entry_id ORDER BY number DESC LIMIT 1',
    )
  )[0]?.kind;

/** Inserts `entries` entries in one transaction. */
const insertMany = (entries: number) =>
  other.query(
    `INSERT INTO shared.audit_entry (id, kind, outcome, actor_kind, actor_id, details)
     SELECT gen_random_uuid(), 'testing.many', 'done', 'system', 'service', '{}' FROM generate_series(1, $1)`,
    [entries],
  );

describe('Audit chain', () => {
  beforeAll(async () => {
    running = await startWithoutWorker();
    audit = running.app.get(AuditLog);
    chainWriter = running.app.get(AuditChainWriter);
    db = running.app.get(Database);
    uow = running.app.get(UnitOfWork);
    other = await running.database.connect();
  });
  afterAll(async () => {
    await other.end();
    await running.close();
  });
  beforeEach(() => linkAll(running));
  afterEach(closeAll);

  describe('The chain', () => {
    it('holds every committed entry once, whoever commits late, with two processes linking at once', async () => {
      const second = await start({ database: running.database, env: { DATABASE_POOL: '4' } });
      let writing = true;
      const linkWhileWriting = async ({ app }: TestApplication) => {
        while (writing) await app.get(AuditChainWriter).linkBatch();
      };
      const writers = Promise.all(Array.from({ length: 20 }, () => writeFifty())).finally(() => (writing = false));
      await Promise.all([writers, linkWhileWriting(running), linkWhileWriting(second)]);
      await linkAll(running);
      const report = await verifyChain(db, { patienceMs: 0 });
      expect(report).toMatchObject({ faults: [], unlinked: { count: 0 }, links: await count('audit_entry') });
      expect(report.links).toBeGreaterThanOrEqual(20 * 45);
    });

    /**
     * Runs fifty transactions: of each ten, two are rolled back, and one stays open until a later one is committed and
     * linked.
     */
    async function writeFifty(): Promise<void> {
      for (let n = 0; n < 50; n++) {
        await uow
          .run(async (tx) => {
            await writeNow(tx, { kind: 'testing.written', tenant: acme, subject: `person-${n % 7}`, details: { n } });
            if (n % 5 === 4) throw new RolledBack();
            if (n % 10 === 3) await Promise.all([record('testing.later'), chainWriter.linkBatch()]);
            if (n % 10 === 3) await chainWriter.linkBatch();
          })
          .catch(expectRollback);
      }
    }
    class RolledBack extends Error {}
    const expectRollback = (error: unknown) => expect(error).toBeInstanceOf(RolledBack);

    it('takes up an entry whose transaction was still open at several turns before', async () => {
      await other.query('BEGIN');
      await writeNow(sqlOf(other), { kind: 'testing.late', tenant: acme });
      for (const kind of ['testing.first', 'testing.second']) {
        await record(kind);
        expect(await chainWriter.linkBatch()).toEqual({ linked: 1, more: false });
        expect(await lastLinked()).toBe(kind);
      }
      expect(await somethingToLink(db)).toBe(false);
      await other.query('COMMIT');
      expect(await somethingToLink(db)).toBe(true);
      expect(await chainWriter.linkBatch()).toEqual({ linked: 1, more: false });
      expect(await lastLinked()).toBe('testing.late');
      expect(await somethingToLink(db)).toBe(false);
    });

    it('leaves nothing behind where a turn ends: between two transactions, however many entries they have', async () => {
      const late = await running.database.connect();
      await late.query('BEGIN');
      await writeNow(sqlOf(late), { kind: 'testing.late', tenant: acme });
      for (const entries of [400, 700, 300, 1500, 10]) await insertMany(entries);
      expect(await chainWriter.linkBatch()).toEqual({ linked: 1100, more: true });
      await late.query('COMMIT');
      expect(await chainWriter.linkBatch()).toEqual({ linked: 1801, more: true });
      expect(await chainWriter.linkBatch()).toEqual({ linked: 10, more: false });
      expect(await count('audit_link')).toBe(await count('audit_entry'));
      await late.end();
    });

    it('goes on in a database that was restored into a cluster with other transaction numbers', async () => {
      const [{ next } = { next: 0 }] = await db.rows<{ next: number }>(
        'SELECT pg_current_xact_id()::text::float8 AS next',
      );
      await insertWithXid(next + 1_000_000); // transaction number of another cluster, which this cluster never reaches
      await insertWithXid(next + 20); // of another cluster, but this cluster reaches the number below
      await other.query("UPDATE shared.audit_chain SET cluster = 1, below = '999999999999', open = '{}'");
      await record();
      expect(await somethingToLink(db)).toBe(true);
      expect(await chainWriter.linkBatch()).toEqual({ linked: 3, more: false });
      for (let n = 0; n < 50; n++) await other.query('SELECT pg_current_xact_id()');
      await record();
      expect(await chainWriter.linkBatch()).toEqual({ linked: 1, more: false });
      expect(await count('audit_link')).toBe(await count('audit_entry'));
    });

    const insertWithXid = (xid: number) =>
      other.query(
        `INSERT INTO shared.audit_entry (id, xid, kind, outcome, actor_kind, details)
       VALUES ($1, $2, 'testing.restored', 'done', 'system', '{}')`,
        [newId(), String(xid)],
      );

    it('never makes a writer wait: not while it is linked, not even while every table of the chain is locked', async () => {
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.auditChain]);
      await other.query('LOCK shared.audit_link, shared.audit_chain, shared.audit_checkpoint, shared.audit_key');
      await Promise.all(Array.from({ length: 50 }, () => record()));
      const entries = await db.rows('SELECT FROM shared.audit_entry');
      expect(await chainWriter.linkBatch()).toEqual({ linked: 0, more: false });
      await other.query('COMMIT');
      expect(await chainWriter.linkBatch()).toEqual({ linked: 50, more: false });
      expect(await count('audit_link')).toBe(entries.length);
    });

    it('tells how far it is behind', async () => {
      const stats = running.app.get(ChainStats);
      expect(await stats.lag()).toEqual({ unlinked: 0, seconds: 0 });
      await other.query(
        `INSERT INTO shared.audit_entry (id, at, kind, outcome, actor_kind, details)
       VALUES ($1, now() - interval '1 hour', 'testing.old', 'done', 'system', '{}')`,
        [newId()],
      );
      await record();
      const { unlinked, seconds } = await stats.lag();
      expect(unlinked).toBe(2);
      expect(seconds).toBeGreaterThanOrEqual(3600);
      expect(await stats.lag(1)).toMatchObject({ unlinked: 1 });
    });
  });

  describe('A process with the surface "worker"', () => {
    it('links by itself, and signs the first links at once', async () => {
      await start({ database: running.database, env: { SURFACES: 'management,worker' } });
      await record('testing.by-worker');
      const signed = () => db.rows('SELECT FROM shared.audit_checkpoint');
      while ((await lastLinked()) !== 'testing.by-worker' || (await signed()).length === 0) await pause();
    });

    it('links what was written last before it stops', async () => {
      await start({ database: running.database, env: { SURFACES: 'management,worker' } });
      await record('testing.last');
      await closeAll();
      expect(await lastLinked()).toBe('testing.last');
    });

    const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  });

  describe('The key that signs checkpoints', () => {
    const ring = (setting: string) => new Sealer(Keyring.parse(setting));

    it('is made once, however many processes need it first', async () => {
      const fresh = await start({});
      const keys = await Promise.all(
        Array.from({ length: 5 }, () =>
          new CheckpointKeys(fresh.app.get(UnitOfWork), fresh.app.get(Sealer)).signingKey(),
        ),
      );
      const rows = await fresh.app.get(Database).rows<{ kid: string }>('SELECT kid FROM shared.audit_key');
      expect(rows).toHaveLength(1);
      expect(new Set(keys.map(({ kid }) => kid))).toEqual(new Set([rows[0]?.kid]));
    });

    it('moves to the new sealing key when that was rotated, so that the old one can go', async () => {
      const [before, after] = [newRingEntry('a'), newRingEntry('b')];
      const fresh = await start({ env: { ENCRYPTION_KEYS: before } });
      const signingKey = (setting: string) =>
        new CheckpointKeys(fresh.app.get(UnitOfWork), ring(setting)).signingKey().then(({ kid }) => kid);
      const kid = await signingKey(before);
      expect(await signingKey(`${after},${before}`)).toBe(kid);
      expect(await signingKey(after)).toBe(kid);
      await expect(signingKey(before)).rejects.toThrow('No key "b" in the ring');
    });
  });
});
