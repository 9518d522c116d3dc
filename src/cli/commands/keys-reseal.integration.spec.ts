import { Readable } from 'node:stream';
import { Evidence } from '../../idv/evidence/evidence.service.js';
import {
  nameOfColumn,
  newId,
  sealedColumn,
  type SealedColumn,
  sealedColumns,
  Tenant,
} from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { newRingEntry, Resealing, resealJobs, Sealer } from '../../shared/security/index.js';
import { Keyring } from '../../shared/security/sealing/keyring.js';
import { keysReseal } from './keys-reseal.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import type { TestDatabase } from '../../../test/support/database.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { performJob } from '../../../test/support/jobs.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';
import { until } from '../../../test/integration/support/until.js';

describe('Keys resealed', () => {
  const [first, second] = [newRingEntry('k1'), newRingEntry('k2')];
  const contextOf = sealedColumn('public.things', 'sealed', 'id', (id) => `testing/thing:${id}`);

  /**
   * Three processes of one deployment: `before` the rotation, in its first phase (`opening`), and in its second
   * (`sealing`).
   */
  let database: TestDatabase | undefined;
  let before: TestApplication;
  let opening: TestApplication;
  let sealing: TestApplication;
  let db: Database;

  const start = (keys: string[], SURFACES = 'management') =>
    startTestApplication({
      ...(database && { database }),
      env: { SURFACES, DATABASE_POOL: '4', ENCRYPTION_KEYS: keys.join(',') },
    });
  const sealerOf = (...keys: string[]) => new Sealer(Keyring.parse(keys.join(',')));
  const column = (name: string): SealedColumn => sealedColumns().find((known) => nameOfColumn(known) === name)!;
  const things = column('public.things.sealed');

  beforeAll(async () => {
    before = await start([first]);
    database = before.database;
    db = before.app.get(Database);
    await db.rows('CREATE TABLE public.things (id text PRIMARY KEY, sealed bytea)');
    opening = await start([first, second]);
    sealing = await start([second, first], 'management,worker');
  });
  afterAll(async () => {
    await sealing.close();
    await opening.close();
    await before.close();
  });
  beforeEach(() => db.rows('DELETE FROM public.things'));

  const fill = async (count: number, sealer: Sealer) => {
    const ids = Array.from({ length: count }, (_, index) => `thing-${String(index).padStart(5, '0')}`);
    await db.rows('INSERT INTO public.things SELECT * FROM unnest($1::text[], $2::bytea[])', [
      ids,
      ids.map((id) => sealer.seal(id, contextOf(id))),
    ]);
  };
  const usesOf = async (by = new Resealing(db, sealerOf(second, first))) =>
    (await by.keysInUse())
      .filter((use) => use.column === 'public.things.sealed')
      .map(({ keyId, values }) => [keyId, values]);

  const PICTURE = Buffer.from('a picture');

  /** A session with one stored picture, and sealed data as if it was read from that picture. */
  async function verified({ app }: TestApplication) {
    const [evidence, ref] = [app.get(Evidence), { tenant: Tenant.of('default', true), sessionId: newId() }];
    await evidence.keep(ref, 'front', 'image/jpeg', Readable.from([PICTURE]));
    return { ref, findings: await evidence.sealFindings(ref, { number: 'X1' }) };
  }

  describe('While keys are rotated, one process after the other', () => {
    const post = (portal: Portal, key: string) =>
      portal.post('/v1/users', { userId: `u-${key}`, primaryGroup: 'g' }, { 'idempotency-key': key });
    const on = (running: TestApplication, portal: Portal, path: string, key?: string) =>
      fetch(running.url('management', path), {
        method: key ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${portal.token}`,
          ...(key && { 'content-type': 'application/json', 'idempotency-key': key }),
        },
        ...(key && { body: JSON.stringify({ userId: `u-${key}`, primaryGroup: 'g' }) }),
      });

    it('each process reads what any other has sealed, when a new key is added before it seals', async () => {
      const portal = await portalOf(opening, { scopes: ['users:read', 'users:write'] });
      for (const [one, other] of [
        [opening, sealing],
        [sealing, opening],
      ] as const) {
        const [key, next] = [newId(), newId()];
        const answers = [await on(one, portal, '/v1/users', key), await on(one, portal, '/v1/users', next)];
        expect(answers.map(({ status }) => status)).toEqual([201, 201]);
        const again = await on(other, portal, '/v1/users', key);
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
        const page = (await (await on(one, portal, '/v1/users?limit=1')).json()) as { next: string };
        expect((await on(other, portal, `/v1/users?limit=1&cursor=${page.next}`)).status).toBe(200);
      }
    });

    it('evidence opens on each process, whichever has sealed it, also what is added later', async () => {
      const session = await verified(before);
      for (const { app } of [opening, sealing]) {
        const evidence = app.get(Evidence);
        expect(await evidence.read(session.ref, 'front')).toEqual(PICTURE);
        await evidence.keep(session.ref, 'back', 'image/jpeg', Readable.from([PICTURE]));
        expect(await before.app.get(Evidence).read(session.ref, 'back')).toEqual(PICTURE);
      }
      await sealing.app.get(Evidence).drop(session.ref);
      expect(await before.app.get(Evidence).read(session.ref, 'front')).toBeUndefined();
    });

    it('a process that lacks the key says that it is not available, and logs which key it lacks', async () => {
      const portal = await portalOf(opening, { scopes: ['users:read', 'users:write'] });
      const key = newId();
      expect((await on(sealing, portal, '/v1/users', key)).status).toBe(201);
      const answer = await on(before, portal, '/v1/users', key);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect((await post(portal, key)).status).toBe(201);
    });
  });

  describe('Resealing', () => {
    it('moves every value to the new key, after which the old one can go', async () => {
      await fill(2_345, sealerOf(first));
      const both = new Resealing(db, sealerOf(second, first));
      expect(await usesOf()).toEqual([['k1', 2_345]]);
      const progress: number[] = [];
      const report = await both.reseal(things, { onProgress: (looked) => progress.push(looked) });
      expect(report).toMatchObject({ looked: 2_345, resealed: 2_345 });
      expect(progress).toEqual([1_000, 2_000, 2_345]);
      expect(await usesOf()).toEqual([['k2', 2_345]]);
      const rows = await db.rows<{ id: string; sealed: Buffer }>('SELECT * FROM public.things');
      expect(rows.every(({ id, sealed }) => sealerOf(second).openText(sealed, contextOf(id)) === id)).toBe(true);
    });

    it('goes on where it was broken off, and does nothing twice', async () => {
      await fill(1_500, sealerOf(first));
      const both = new Resealing(db, sealerOf(second, first));
      const ends = new AbortController();
      const broken = await both.reseal(things, { signal: ends.signal, onProgress: () => ends.abort() });
      expect(broken.resealed).toBe(1_000);
      expect((await both.reseal(things)).resealed).toBe(500);
      expect((await both.reseal(things)).resealed).toBe(0);
    });

    it('leaves a value that was changed meanwhile as it was changed to', async () => {
      await fill(1, sealerOf(first));
      const sealer = sealerOf(second, first);
      const changed = sealerOf(first).seal('changed', contextOf('thing-00000'));
      const met = await meetAtLock(
        before.database,
        'UPDATE public.things SET sealed = $1',
        [changed],
        [() => new Resealing(db, sealer).reseal(things)],
      );
      expect(met[0]?.status).toBe('fulfilled');
      const [row] = await db.rows<{ sealed: Buffer }>('SELECT sealed FROM public.things');
      expect(sealer.openText(row!.sealed, contextOf('thing-00000'))).toBe('changed');
    });

    it('tells which key is missing, and goes on with the rest', async () => {
      await fill(3, sealerOf(newRingEntry('k0')));
      await db.rows(`UPDATE public.things SET sealed = $1 WHERE id = 'thing-00001'`, [
        sealerOf(first).seal('x', contextOf('thing-00001')),
      ]);
      await db.rows(`UPDATE public.things SET sealed = $1 WHERE id = 'thing-00002'`, [
        sealerOf(first).seal('x', 'another place'),
      ]);
      const report = await new Resealing(db, sealerOf(second, first)).reseal(things);
      expect(report.resealed).toBe(1);
      expect([...report.unreadable]).toEqual([
        ['the key k0 is not in ENCRYPTION_KEYS', 1],
        ['altered, or sealed for another place', 1],
      ]);
    });

    it('is done as jobs by the processes that seal with the new key', async () => {
      await fill(10, sealerOf(first));
      const run = { id: newId(), attempt: 1, signal: new AbortController().signal };
      const elsewhere = performJob(opening.app, 'shared/reseal', { column: 'public.things.sealed', keyId: 'k2' }, run);
      await expect(elsewhere).rejects.toThrow('seals with another key than k2');
      await opening.app.get(UnitOfWork).run(async (tx) => void tx.pending.jobs.push(...resealJobs('k2')));
      await until(async () => (await db.rows(`SELECT FROM shared.job WHERE kind = 'shared/reseal'`)).length === 0);
      expect(await usesOf()).toEqual([['k2', 10]]);
    });

    it('lets a process start with the new key alone when all that the service keeps is resealed', async () => {
      const said: string[] = [];
      const run = (options: object, running = sealing) =>
        keysReseal.run({
          application: async () => running.app,
          options: { check: false, background: false, ...options },
          print: (line = '') => said.push(line),
          interrupted: new AbortController().signal,
        } as never);
      const [kept, dropped] = [await verified(before), await verified(before)];
      await fill(1, sealerOf(first));
      expect(await run({ check: true })).toBe(1);
      expect(said.at(-1)).toBe('Still needed besides k2: k1.');
      expect(await run({})).toBe(0);
      expect(said.at(-1)).toBe('No value in the database needs another key than k2.');
      const only = await start([second]);
      const portal = await portalOf(only, { scopes: ['users:read'] });
      expect((await portal.get('/v1/users')).status).toBe(200);
      const evidence = only.app.get(Evidence);
      expect(await evidence.read(kept.ref, 'front')).toEqual(PICTURE);
      expect(await evidence.openFindings(kept.ref, kept.findings)).toEqual({ number: 'X1' });
      await evidence.keep(kept.ref, 'back', 'image/jpeg', Readable.from([PICTURE]));
      expect(await evidence.read(kept.ref, 'back')).toEqual(PICTURE);
      await evidence.drop(dropped.ref);
      expect(await evidence.read(dropped.ref, 'front')).toBeUndefined();
      expect(await evidence.openFindings(dropped.ref, dropped.findings)).toBeUndefined();
      await only.close();
    });
  });

  describe('A column of bytes', () => {
    /**
     * Columns that are not resealed: digests, public keys, salts, data sealed under a separate data key, and data that
     * is deleted after a few seconds.
     */
    const NOT_SEALED = [
      'shared.blob.salt',
      'shared.blob_chunk.body',
      'auth.passkey.public_key',
      'idv.chip_trust.der',
      'idv.chip_reading.sealed_secrets',
      'shared.audit_link.hash',
      'shared.idempotency.key',
      'idv.session.sealed_findings',
      'idv.review_decision.sealed_reason',
      'idv.engine_job.job',
      'idv.engine_job.answer',
    ];

    it('is declared as sealed, or known not to be', async () => {
      const rows = await db.rows<{ name: string }>(
        `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE data_type = 'bytea' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
      );
      const known = [...NOT_SEALED, ...sealedColumns().map(nameOfColumn)];
      expect(known.sort()).toEqual(rows.map(({ name }) => name).sort());
    });
  });
});
