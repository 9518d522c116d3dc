import type pg from 'pg';
import { AuditLog, type AuditPage, type AuditPosition, type AuditQuery } from '../contract/index.js';
import { AuditChainWriter } from '../chain/audit-chain-writer.service.js';
import { Checkpoints } from '../chain/checkpoints/checkpoints.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import type { TestApplication } from '../../../test/support/application.js';
import { acme, linkAll, startWithoutWorker } from '../../../test/support/audit.js';

let running: TestApplication;
let audit: AuditLog;
let db: Database;
let other: pg.Client;

const pageOf = (query: Omit<AuditQuery, 'tenant'> & { tenant?: Tenant }, limit = 200, after?: AuditPosition) =>
  audit.list({ tenant: acme, ...query }, limit, after);

describe('Audit log', () => {
  beforeAll(async () => {
    running = await startWithoutWorker();
    audit = running.app.get(AuditLog);
    db = running.app.get(Database);
    other = await running.database.connect();
  });
  afterAll(async () => {
    await other.end();
    await running.close();
  });

  describe('The audit log only grows', () => {
    beforeAll(async () => {
      await audit.record({ kind: 'testing.grew', tenant: acme, subject: 'grown' });
      await running.app.get(AuditChainWriter).linkBatch();
      await running.app.get(Checkpoints).sign();
    });

    it.each([
      ['UPDATE', 'audit_entry', "UPDATE shared.audit_entry SET kind = 'testing.altered'"],
      ['DELETE', 'audit_entry', 'DELETE FROM shared.audit_entry'],
      ['TRUNCATE', 'audit_entry', 'TRUNCATE shared.audit_entry'],
      ['UPDATE', 'audit_link', "UPDATE shared.audit_link SET hash = ''"],
      ['DELETE', 'audit_link', 'DELETE FROM shared.audit_link'],
      ['TRUNCATE', 'audit_link', 'TRUNCATE shared.audit_link'],
      ['UPDATE', 'audit_checkpoint', "UPDATE shared.audit_checkpoint SET jws = ''"],
      ['DELETE', 'audit_checkpoint', 'DELETE FROM shared.audit_checkpoint'],
      ['TRUNCATE', 'audit_checkpoint', 'TRUNCATE shared.audit_checkpoint'],
      ['UPDATE', 'audit_key', "UPDATE shared.audit_key SET public_key = '{}'"],
      ['DELETE', 'audit_key', 'DELETE FROM shared.audit_key'],
      ['TRUNCATE', 'audit_key', 'TRUNCATE shared.audit_key'],
      ['UPDATE', 'audit_alias', "UPDATE shared.audit_alias SET subject = 'another'"],
      ['TRUNCATE', 'audit_alias', 'TRUNCATE shared.audit_alias CASCADE'],
      ['UPDATE', 'audit_comment', "UPDATE shared.audit_comment SET comments = 'another'"],
      ['TRUNCATE', 'audit_comment', 'TRUNCATE shared.audit_comment'],
    ])('refuses %s of %s, even to the owner', async (change, table, sql) => {
      const sentence = `The audit log only grows: ${change} on shared.${table} is refused`;
      await expect(other.query(sql)).rejects.toMatchObject({ code: '42501', message: sentence });
    });

    it('refuses a session that replays a replication stream', async () => {
      await other.query("SET session_replication_role = 'replica'");
      await expect(other.query('DELETE FROM shared.audit_entry')).rejects.toMatchObject({ code: '42501' });
      await other.query("SET session_replication_role = 'origin'");
    });
  });

  describe('An entry', () => {
    it('is written by the transaction of its change, or not at all', async () => {
      const change = (kind: string, error?: Error) =>
        running.app.get(UnitOfWork).run(async (tx) => {
          tx.pending.audit.push({ kind, tenant: acme });
          if (error) throw error;
        });
      await change('testing.kept');
      await expect(change('testing.rolled-back', new Error('no'))).rejects.toThrow('no');
      const kinds = await db.rows(
        "SELECT kind FROM shared.audit_entry WHERE kind IN ('testing.kept', 'testing.rolled-back')",
      );
      expect(kinds).toEqual([{ kind: 'testing.kept' }]);
    });

    it('names persons by alias only', async () => {
      await audit.record({ kind: 'testing.alias', tenant: acme, subject: 'jane', actor: { kind: 'user', id: 'john' } });
      const [row] = await db.rows("SELECT e::text AS entry FROM shared.audit_entry e WHERE kind = 'testing.alias'");
      expect(row).toEqual({ entry: expect.not.stringMatching(/jane|john/) });
      expect((await pageOf({ kinds: ['testing.alias'] })).entries).toMatchObject([{ subject: 'jane', actor: 'john' }]);
    });

    it('gives one person one alias, also when two are first to name it', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () => audit.record({ kind: 'testing.race', tenant: acme, subject: 'rose' })),
      );
      const aliases = (await pageOf({ kinds: ['testing.race'] })).entries.map(({ subjectAlias }) => subjectAlias);
      expect(aliases).toHaveLength(20);
      expect(new Set(aliases).size).toBe(1);
    });

    it('is anonymous once the person was erased, and the next about the same id is of somebody else', async () => {
      const record = () =>
        audit.record({ kind: 'testing.erased', tenant: acme, subject: 'erna', actor: { kind: 'user', id: 'erna' } });
      await record();
      await audit.erase('erna');
      await record();
      const [after, before] = (await pageOf({ kinds: ['testing.erased'] })).entries;
      expect(before).toMatchObject({ subject: null, actor: null, subjectAlias: expect.any(String) });
      expect(after).toMatchObject({ subject: 'erna', actor: 'erna' });
      expect(after?.subjectAlias).not.toBe(before?.subjectAlias);
    });
  });

  describe('The list', () => {
    const listed = Tenant.of('listed', false);
    const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 12, minute));
    const details = ({ entries }: AuditPage) => entries.map((entry) => entry.details['n']);

    /** Inserts an entry. Entries of the same minute have the same time, so only their ids order them. */
    async function insert(tenant: Tenant, n: number, minute: number, kind = 'listing.one'): Promise<void> {
      await db.rows(
        `INSERT INTO shared.audit_entry (id, at, kind, outcome, enterprise_id, test, actor_kind, actor_id, details)
       VALUES (('00000000-0000-7000-8000-' || lpad($1::text, 12, '0'))::uuid, $2, $3, 'done', $4, $5, 'system', 'service', $6)`,
        [n, at(minute), kind, tenant.enterpriseId, tenant.test, { n }],
      );
    }

    beforeAll(async () => {
      for (const n of [1, 2, 3, 4, 5]) await insert(listed, n, 0);
      await insert(listed, 6, 1, 'listing.another');
      await insert(listed, 7, 2);
      await insert(Tenant.of('listed', true), 8, 0);
      await insert(Tenant.of('other', false), 9, 0);
    });

    it('shows the newest first, of this enterprise and of live or test data only', async () => {
      expect(details(await pageOf({ tenant: listed }))).toEqual([7, 6, 5, 4, 3, 2, 1]);
      expect(details(await pageOf({ tenant: Tenant.of('listed', true) }))).toEqual([8]);
    });

    it('goes on exactly where a page ended, also between entries of the same microsecond', async () => {
      const seen: unknown[] = [];
      let after: AuditPosition | undefined;
      do {
        const page = await pageOf({ tenant: listed }, 2, after);
        seen.push(details(page));
        after = page.end;
      } while (after);
      expect(seen).toEqual([[7, 6], [5, 4], [3, 2], [1]]);
    });

    it('has no further page when the last one is just full', async () => {
      expect((await pageOf({ tenant: listed }, 7)).end).toBeUndefined();
    });

    it('takes a time range: from its start on, before its end', async () => {
      expect(details(await pageOf({ tenant: listed, from: at(1), to: at(2) }))).toEqual([6]);
    });

    it('takes a kind', async () => {
      expect(details(await pageOf({ tenant: listed, kinds: ['listing.another'] }))).toEqual([6]);
    });

    it('takes a subject, with or without a kind, and knows nobody who was never named', async () => {
      const about = Tenant.of('about', false);
      await audit.record({ kind: 'listing.about', tenant: about, subject: 'lisa', details: { n: 10 } });
      await audit.record({ kind: 'listing.about-too', tenant: about, subject: 'lisa', details: { n: 11 } });
      expect(details(await pageOf({ tenant: about, subject: 'lisa' }))).toEqual([11, 10]);
      expect(details(await pageOf({ tenant: about, subject: 'lisa', kinds: ['listing.about'] }))).toEqual([10]);
      expect(details(await pageOf({ tenant: Tenant.of('other', false), subject: 'lisa' }))).toEqual([]);
      expect(details(await pageOf({ tenant: about, subject: 'nobody' }))).toEqual([]);
    });

    it('tells the place in the chain once there is one', async () => {
      const numbered = Tenant.of('numbered', false);
      await audit.record({ kind: 'listing.numbered', tenant: numbered });
      expect((await pageOf({ tenant: numbered, kinds: ['listing.numbered'] })).entries).toMatchObject([
        { number: null },
      ]);
      await linkAll(running);
      expect((await pageOf({ tenant: numbered, kinds: ['listing.numbered'] })).entries).toMatchObject([
        { number: expect.any(Number) },
      ]);
    });
  });
});
