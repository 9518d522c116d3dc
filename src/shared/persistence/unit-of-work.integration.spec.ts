import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DomainEvent, Event, newId, Tenant } from '../kernel/index.js';
import { Database, DeferredCommit, type Tx, UnitOfWork, WITHOUT_SYNC } from './index.js';
import { OutboxRelay } from '../events/index.js';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { LoginName } from '../../users/user/name.entity.js';
import { User } from '../../users/user/user.entity.js';
import { UserRepository } from '../../users/user/user.repository.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { waiting } from '../../../test/support/held-locks.js';
import { newUser } from '../../../test/support/someone.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';

@Event('testing.noted.v1', { about: 'thing', beforeAnswer: true })
class Noted extends DomainEvent<{ thing: string }> {}

let heard: string[] = [];

@EventsHandler(Noted)
class HearNoted implements IEventHandler<Noted> {
  async handle({ payload }: Noted): Promise<void> {
    heard.push(payload.thing);
  }
}

let running: TestApplication;
let portal: Portal;
let uow: UnitOfWork;
let db: Database;
let beside: Client;

const note = (id: string) => (tx: Tx) => tx.rows('INSERT INTO public.note VALUES ($1)', [id]);
const event = (thing: string) => new Noted({ thing });
const notes = async (): Promise<string[]> =>
  (await beside.query<{ id: string }>('SELECT id FROM public.note ORDER BY id')).rows.map(({ id }) => id);
const eventsStored = async (): Promise<number> =>
  (await beside.query(`SELECT FROM shared.outbox WHERE type = 'testing.noted.v1'`)).rows.length;

describe('Unit of work', () => {
  beforeAll(async () => {
    running = await startTestApplication({
      env: { DATABASE_POOL: '4', DATABASE_LOCK_TIMEOUT: '5' },
      fresh: true,
      providers: [HearNoted],
    });
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
    [uow, db] = [running.app.get(UnitOfWork), running.app.get(Database)];
    beside = await running.database.connect();
    await beside.query('CREATE TABLE public.note (id text PRIMARY KEY, CHECK (id <> $$bad$$))');
  });
  afterEach(async () => {
    heard = [];
    await beside.query('TRUNCATE public.note');
  });
  afterAll(async () => {
    await beside.end();
    await running.close();
  });

  describe('A transaction', () => {
    it('tells the failure of a statement that nobody waited for, and leaves nothing', async () => {
      const failing = uow.run(async (tx) => {
        await note('a')(tx);
        tx.record(event('a'));
        tx.send('INSERT INTO public.note VALUES ($1)', ['bad']);
      });
      await expect(failing).rejects.toMatchObject({ code: '23514' });
      expect([await notes(), await eventsStored(), heard]).toEqual([[], 0, []]);
    });

    it('tells that failure also at the next statement', async () => {
      const failing = uow.run(async (tx) => {
        tx.send('INSERT INTO public.note VALUES ($1)', ['bad']);
        await note('a')(tx);
      });
      await expect(failing).rejects.toMatchObject({ code: '23514' });
    });

    it('tells that failure also at a nested use case, even if its own failure is ignored', async () => {
      const failing = (ignore: boolean) =>
        uow.run(async (tx) => {
          await note('a')(tx);
          tx.send('INSERT INTO public.note VALUES ($1)', ['bad']);
          const nested = uow.run(note('b'));
          await (ignore ? nested.catch(() => undefined) : nested);
        });
      await expect(failing(false)).rejects.toMatchObject({ code: '23514' });
      await expect(failing(true)).rejects.toThrow('a statement had failed');
      expect(await notes()).toEqual([]);
    });

    it('tells it also where TypeORM sends the next statement', async () => {
      const failing = uow.run(async (tx) => {
        tx.send('INSERT INTO public.note VALUES ($1)', ['bad']);
        await tx.manager.countBy(User, { userId: 'row' });
      });
      await expect(failing).rejects.toMatchObject({ code: '23514' });
    });

    it('removes rows by the values of their columns, and never all of them', async () => {
      const [one, other] = [newId(), newId()];
      const named = (name: string) => Object.assign(new LoginName(), { enterpriseId: 'x', test: true, name, sub: one });
      const left = (tx: Tx) => tx.manager.find(LoginName, { where: { enterpriseId: 'x' }, order: { name: 'ASC' } });
      await uow.run(async (tx) => {
        for (const name of ['a', 'b']) await tx.add(named(name));
        tx.removeAll(LoginName, { enterpriseId: 'x', test: true, sub: other });
        tx.removeAll(LoginName, { enterpriseId: 'x', test: true, name: 'a' });
        expect((await left(tx)).map(({ name }) => name)).toEqual(['b']);
        tx.removeAll(LoginName, { enterpriseId: 'x', sub: one });
        expect(await left(tx)).toEqual([]);
        expect(() => tx.removeAll(LoginName, {})).toThrow('by the values of columns');
        expect(() => tx.removeAll(LoginName, { name: undefined })).toThrow('by the values of columns');
      });
    });

    it('is not committed when the driver refuses to send a statement of it', async () => {
      const circle: object[] = [];
      circle.push({ circle });
      const failing = uow.run(async (tx) => {
        await note('a')(tx);
        tx.send('SELECT $1::jsonb', [circle[0]]);
      });
      await expect(failing).rejects.toThrow(/circular/);
      expect(await notes()).toEqual([]);
    });

    it('is not committed when what it has to say cannot be written', async () => {
      const failing = uow.run(async (tx) => {
        await note('a')(tx);
        tx.pending.audit.push({ kind: 'testing.noted', details: { thing: '\0' } });
      });
      await expect(failing).rejects.toMatchObject({ code: '22P05' });
      expect(await notes()).toEqual([]);
    });

    it('fails when a failed statement was kept from it', async () => {
      const failing = uow.run(async (tx) => {
        await note('bad')(tx).catch(() => undefined);
      });
      await expect(failing).rejects.toThrow(/rolled back/);
    });

    it('fails as the database does when its connection is lost, and the next has another', async () => {
      const failing = uow.run(async (tx) => {
        const [row] = await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await beside.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
        await note('a')(tx);
      });
      await expect(failing).rejects.toThrow(/terminat|connection error/);
      await uow.run(note('b'));
      expect(await notes()).toEqual(['b']);
    });

    it('changes a row by what differs, and finds it by any of its columns', async () => {
      const tenant = Tenant.of('default', false);
      expect(
        (await portal.post('/v1/users', newUser('row', { firstName: 'Ann', secondaryGroups: ['x'] }))).status,
      ).toBe(201);
      const users = running.app.get(UserRepository);
      await uow.run(async (tx) => {
        const user = await users.lock(tx, tenant, 'row');
        expect(user).toBeInstanceOf(User);
        expect(user).toMatchObject({ firstName: 'Ann', secondaryGroups: ['x'], createdAt: expect.any(Date) });
        user!.correct({ firstName: 'Bea', secondaryGroups: ['y', 'z'] }, new Date());
        await tx.save(user!);
        const again = await tx.lock(User, { firstName: 'Bea', status: user!.status });
        expect(again).toEqual(user);
      });
      expect(await users.find(tenant, 'row')).toMatchObject({ firstName: 'Bea', secondaryGroups: ['y', 'z'] });
    });
  });

  describe('A use case within another', () => {
    it('joins its transaction; events go out when that one has committed', async () => {
      await uow.run(async (tx) => {
        await uow.run(async (inner) => {
          expect(inner).toBe(tx);
          await note('inner')(inner);
          inner.record(event('inner'));
        });
        expect([await notes(), heard]).toEqual([[], []]);
      });
      expect([await notes(), heard]).toEqual([['inner'], ['inner']]);
    });

    it('leaves nothing when it fails, and the other goes on', async () => {
      await uow.run(async (tx) => {
        tx.record(event('outer'));
        const failing = uow.run(async (inner) => {
          await note('inner')(inner);
          inner.record(event('inner'));
          inner.send('INSERT INTO public.note VALUES ($1)', ['bad']);
        });
        await expect(failing).rejects.toMatchObject({ code: '23514' });
        await note('outer')(tx);
      });
      expect([await notes(), heard]).toEqual([['outer'], ['outer']]);
    });

    it('is undone with the other', async () => {
      const failing = uow.run(async () => {
        await uow.run(note('inner'));
        throw new Error('not this time');
      });
      await expect(failing).rejects.toThrow('not this time');
      expect(await notes()).toEqual([]);
    });

    it('is refused while another one runs within the same transaction', async () => {
      const failing = uow.run(async () => {
        await Promise.all([uow.run(note('one')), uow.run(note('other'))]);
      });
      await expect(failing).rejects.toThrow('Two use cases run at once within one transaction');
      expect(await notes()).toEqual([]);
    });

    it('may hold further ones, one in the other and one after the other', async () => {
      await uow.run(async () => {
        await uow.run(async (tx) => {
          await uow.run(note('a'));
          await Promise.all([note('b')(tx), note('c')(tx)]);
          await uow.run(note('d')).then(() => uow.run(note('e')));
        });
        await uow.run(note('bad')).catch(() => undefined);
        await uow.run(note('f'));
      });
      expect(await notes()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    });

    it('is one of its own where it is called after the other has ended', async () => {
      let later: Promise<unknown> = Promise.resolve();
      await uow.run(async () => {
        later = sleep(20).then(() => uow.run(note('later')));
      });
      await later;
      expect(await notes()).toEqual(['later']);
    });

    it('is no part of the delivery of events: their handlers commit by themselves', async () => {
      const told = event('told');
      await uow.run(async (tx) => tx.record(told));
      heard = [];
      await beside.query(
        `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at)
       VALUES ($1, 'testing.noted.v1', 'x', '{"thing":"x"}', now(), now() + interval '1 hour')`,
        [newId()],
      );
      await uow.run(() => running.app.get(OutboxRelay).deliverAbout('x'));
      expect(heard).toEqual(['x']);
    });
  });

  describe('A transaction that a request leaves open', () => {
    const called = (name: string) =>
      Object.assign(new LoginName(), { enterpriseId: 'default', test: false, name, sub: newId() });
    const count = `SELECT count(*)::int AS count FROM users.login_name WHERE name = $1`;
    const names = () => db.dataSource.getRepository(LoginName);

    it.each<[string, (name: string) => Promise<unknown>]>([
      ['a statement', (name) => db.one(count, [name])],
      ['a repository of TypeORM', async (name) => ({ count: await names().countBy({ name }) })],
      ['a query of the pool', async (name) => (await db.pool.query<object>(count, [name])).rows[0]],
      [
        'a connection of the pool',
        async (name) => {
          const client = await db.pool.connect();
          return (await client.query<object>(count, [name]).finally(() => client.release())).rows[0];
        },
      ],
      [
        'a transaction of TypeORM',
        async (name) => ({ count: await db.dataSource.transaction((manager) => manager.countBy(LoginName, { name })) }),
      ],
    ])('is committed before %s reads', async (_what, read) => {
      const deferral = new DeferredCommit();
      const row = called(newId());
      await deferral.during(async () => {
        await uow.run((tx) => tx.add(row));
        expect((await beside.query(count, [row.name])).rows).toEqual([{ count: 0 }]);
        expect(await Promise.all([read(row.name), read(row.name)])).toEqual([{ count: 1 }, { count: 1 }]);
        expect(deferral.settle()).toBeUndefined();
      });
      expect(await deferral.finish(() => Promise.resolve())).toBe(false);
    });

    it('stays open while it is read from within', async () => {
      const deferral = new DeferredCommit();
      const row = called(newId());
      const found = await deferral.during(() =>
        uow.run(async (tx) => {
          await tx.add(row);
          return tx.manager.findOneBy(LoginName, { name: row.name });
        }),
      );
      expect(found).toEqual(row);
      expect((await beside.query(count, [row.name])).rows).toEqual([{ count: 0 }]);
      expect(await deferral.finish(() => Promise.resolve())).toBe(true);
      expect((await beside.query(count, [row.name])).rows).toEqual([{ count: 1 }]);
    });

    it('fails all who wait for its commit', async () => {
      const deferral = new DeferredCommit();
      const row = called(newId());
      await deferral.during(async () => {
        const pid = await uow.run(async (tx) => {
          await tx.add(row);
          return (await tx.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]?.pid;
        });
        await beside.query('SELECT pg_terminate_backend($1, 5000)', [pid]);
        const reads = [names().countBy({ name: row.name }), db.pool.query(count), db.pool.connect(), db.rows(count)];
        const outcomes = await Promise.allSettled(reads);
        expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      });
      expect((await beside.query(count, [row.name])).rows).toEqual([{ count: 0 }]);
      // The read that caused the commit may have ignored its failure, so `finish` must report it to the request.
      await expect(deferral.finish(() => Promise.resolve())).rejects.toThrow();
      expect(await deferral.finish(() => Promise.resolve())).toBe(false);
    });
  });

  describe('A commit that need not wait for the disk', () => {
    const setting = `SELECT current_setting('synchronous_commit') AS value`;

    it('is one of that transaction only', async () => {
      const read = async (tx: Tx) => (await tx.rows<{ value: string }>(setting))[0]?.value;
      expect(await uow.run(read, { durable: false })).toBe('off');
      expect(await uow.run(read)).toBe('on');
    });

    it('is one of that statement only', async () => {
      await uow.run(note('a'));
      const [inside] = await db.rows(
        `UPDATE public.note SET id = id WHERE ${WITHOUT_SYNC} RETURNING current_setting('synchronous_commit') AS value`,
      );
      expect(inside).toEqual({ value: 'off' });
      for (let i = 0; i < 4; i++) expect(await db.one(setting)).toEqual({ value: 'on' });
    });
  });

  describe('While a row is locked by another', () => {
    it('an unrelated read is answered, and all who want the row are told to come back', async () => {
      await portal.post('/v1/users', newUser('held'));
      await portal.post('/v1/users', newUser('free'));
      await beside.query('BEGIN');
      await beside.query(`SELECT 1 FROM users."user" WHERE user_id = 'held' FOR UPDATE`);
      const writers = Array.from({ length: 13 }, () => portal.put('/v1/users/held/status', { status: 'PAUSED' }));
      const ended: number[] = [];
      for (const writer of writers) void writer.then(({ status }) => ended.push(status));
      while ((await waiting(beside)) === 0) await sleep(5);
      expect((await portal.get('/v1/users/free')).status).toBe(200);
      expect(ended).toEqual([]);
      const answers = await Promise.all(writers);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(answers[0]?.headers.get('retry-after')).toBe('2');
      await beside.query('ROLLBACK');
      expect((await portal.put('/v1/users/held/status', { status: 'PAUSED' })).status).toBe(200);
    });

    it('nothing waits for ever', async () => {
      const [row] = await db.rows(`SELECT current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`);
      expect(row).toEqual({ idle: '15s', statement: '30s', lock: '5s' });
    });
  });

  describe('Prepared statements', () => {
    const planMode = `SELECT current_setting('plan_cache_mode') AS mode`;

    it('are planned once in transactions, whatever PostgreSQL expects of planning anew', async () => {
      await uow.run(async (tx) => expect(await tx.rows(planMode)).toEqual([{ mode: 'force_generic_plan' }]));
      expect(await db.rows(planMode)).toEqual([{ mode: 'auto' }]);
    });

    it('are planned once for the look-up of a user, too', async () => {
      const users = running.app.get(UserRepository);
      for (let i = 0; i < 40; i++) await users.find(Tenant.of('default', false), 'row');
      const [lookup] = await db.rows<{ generic: number }>(
        `SELECT generic_plans::int AS generic FROM pg_prepared_statements WHERE statement LIKE 'SELECT "sub" AS "sub"%user_id = $3'`,
      );
      expect(lookup?.generic).toBeGreaterThan(0);
    });

    it('can use the index of a condition that came as a parameter', async () => {
      const client = await db.pool.connect();
      try {
        await client.query('BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
        await client.query(`PREPARE unused AS SELECT sub FROM users."user"
        WHERE enterprise_id = $1 AND status = $2 ORDER BY last_active_at LIMIT 10`);
        const { rows } = await client.query(`EXPLAIN EXECUTE unused ('default', 'ACTIVE')`);
        expect(JSON.stringify(rows)).toMatch(/user_unused/);
      } finally {
        await client.query('ROLLBACK; DEALLOCATE unused');
        client.release();
      }
    });

    it('find a user by the index on user ids alone, although the plan was made on an empty table', async () => {
      const client = await db.pool.connect();
      try {
        await client.query('BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; TRUNCATE users."user"');
        await client.query(`PREPARE by_user_id AS SELECT * FROM users."user"
        WHERE enterprise_id = $1 AND test = $2 AND user_id = $3`);
        const { rows } = await client.query(`EXPLAIN EXECUTE by_user_id ('default', false, 'x')`);
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).toMatch(/Index Scan using user_user_id/);
        expect(plan).toMatch(/Index Cond: .*enterprise_id.*test.*user_id/);
      } finally {
        await client.query('ROLLBACK; DEALLOCATE by_user_id');
        client.release();
      }
    });
  });
});
