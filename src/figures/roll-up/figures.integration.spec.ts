import { jest } from '@jest/globals';
import { FigureRepository } from './figure.repository.js';
import { Database } from '../../shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { performJob } from '../../../test/support/jobs.js';
import { portalOf, type Portal, type PortalOptions } from '../../../test/support/tokens.js';
import { FigureRows } from '../../../test/integration/support/figure-rows.js';
import { until } from '../../../test/integration/support/until.js';

describe('Figures', () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;
  const NEVER = new AbortController().signal;

  let running: TestApplication;
  let db: Database;
  let rows: FigureRows;

  const rollUp = (signal = NEVER) => performJob(running.app, 'figures/roll-up', {}, { signal });
  const portalWith = (options: Partial<PortalOptions> = {}): Promise<Portal> =>
    portalOf(running, { scopes: ['figures:read'], ...options });

  /** Makes the pass over the last two days (`recent_at`) or the last 40 days (`deep_at`) due again. */
  const dueAgain = (column: 'recent_at' | 'deep_at') => db.rows(`UPDATE shared.figure_progress SET ${column} = NULL`);

  async function stored(): Promise<Record<string, number>> {
    const found = await db.rows<{ line: string; count: number }>(
      `SELECT concat_ws(' ', enterprise_id, test::text::"char", name, dimension, extract(epoch FROM at)::bigint * 1000, key) AS line,
            count::float8 AS count
     FROM shared.figure WHERE name NOT LIKE '%.rows'`,
    );
    return Object.fromEntries(found.map(({ line, count }) => [line, count]));
  }
  const inOrder = (counts: Record<string, number>) => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  const expectEqual = async () => expect(inOrder(await stored())).toEqual(inOrder(rows.counted()));

  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management' } });
    db = running.app.get(Database);
    rows = new FigureRows(db);
  });
  beforeEach(() => rows.clear());
  afterAll(() => running.close());

  describe('The counts by the hour', () => {
    it.each([1, 2])('equal the rows, and equal them again after changes and late rows (%i)', async (seed) => {
      rows.seed(seed);
      await rows.add(250, { within: 6 * DAY });
      await rollUp();
      await expectEqual();

      await rows.change(80);
      await rows.add(100, { within: 90 * 60_000 });
      await rollUp();
      await rows.add(60, { within: 40 * HOUR });
      await dueAgain('recent_at');
      await rollUp();
      await rows.add(60, { within: 38 * DAY });
      await dueAgain('deep_at');
      await rollUp();
      await expectEqual();
    });

    it('equal the rows after a run that died in a transaction, and one that was ended between two', async () => {
      rows.seed(4);
      await rows.add(300, { within: 9 * DAY });
      const figures = running.app.get(FigureRepository);
      const whole = figures.replace.bind(figures);
      let left = 7;
      const dying = jest.spyOn(figures, 'replace').mockImplementation(async (...given) => {
        await whole(...given);
        if (--left === 0) throw new Error('the process dies');
      });
      await expect(rollUp()).rejects.toThrow('the process dies');
      const ended = new AbortController();
      left = 4;
      dying.mockImplementation(async (...given) => {
        await whole(...given);
        if (--left === 0) ended.abort(new Error('taken over'));
      });
      await expect(rollUp(ended.signal)).rejects.toThrow('taken over');
      dying.mockRestore();
      expect(Object.keys(await stored()).length).toBeLessThan(Object.keys(rows.counted()).length);
      await rollUp();
      await expectEqual();
    });

    it('equal the rows when two count at once', async () => {
      rows.seed(5);
      await rows.add(200, { within: 3 * DAY });
      await Promise.all([rollUp(), rollUp(), rollUp()]);
      await expectEqual();
    });

    it('equal the rows also after a process whose clock was weeks ahead has counted', async () => {
      rows.seed(8);
      await rows.add(50, { within: 2 * DAY });
      await rollUp();
      await db.rows(
        `UPDATE shared.figure_progress
         SET until = ahead, counted_at = ahead, recent_at = ahead, deep_at = ahead FROM (SELECT now() + interval '30 days') t (ahead)`,
      );
      await rows.add(60, { within: 38 * DAY });
      await rollUp();
      await expectEqual();
      const ahead = `SELECT FROM shared.figure_progress WHERE greatest(until, counted_at, recent_at, deep_at) > now()`;
      expect(await db.rows(ahead)).toEqual([]);
    });

    it('are written once: a run without changes writes no row', async () => {
      rows.seed(6);
      await rows.add(100, { within: DAY });
      await rollUp();
      const versions = () => db.rows('SELECT xmin::text, ctid::text FROM shared.figure ORDER BY ctid');
      const before = await versions();
      await dueAgain('deep_at');
      await rollUp();
      expect(await versions()).toEqual(before);
    });

    it('stay when retention removes the rows after days, and follow what is removed before', async () => {
      rows.seed(7);
      await rows.add(200, { within: 10 * DAY, from: 4 * DAY });
      await rollUp();
      const of = (counts: Record<string, number>) =>
        Object.entries(counts).filter(([line]) => line.includes(' notifications.'));
      const old = Object.fromEntries(of(rows.counted()));
      await rows.add(100, { within: 2 * DAY });
      await rollUp();
      await db.rows('DELETE FROM notifications.notification');
      await dueAgain('deep_at');
      await rollUp();
      expect(Object.fromEntries(of(await stored()))).toEqual(old);
      expect(Object.keys(old).length).toBeGreaterThan(20);
    });

    it('go with their time', async () => {
      await db.rows(
        `INSERT INTO shared.figure VALUES ('default', false, 'idv.sessions', '', now() - interval '762 days', 'all', 1),
         ('default', false, 'idv.sessions', '', now() - interval '760 days', 'all', 1)`,
      );
      await rollUp();
      expect(Object.keys(await stored()).filter((line) => line.includes('idv.'))).toHaveLength(1);
    });
  });

  it('A worker counts without being asked', async () => {
    await rows.session({});
    const worker = await startTestApplication({ database: running.database, env: { SURFACES: 'worker' } });
    const sources = () =>
      db.rows('SELECT source FROM shared.figure_progress WHERE deep_at IS NOT NULL ORDER BY source');
    await until(async () => (await sources()).length === 5);
    expect((await sources()).map(({ source }) => source)).toEqual([
      ...['DeliveryFigures', 'NotificationFigures', 'SessionFigures', 'SignInFigures', 'UserFigures'],
    ]);
    await expectEqual();
    await worker.close();
  });

  describe('A figure', () => {
    const get = async (portal: Portal, path: string) => {
      const { status, body } = await portal.get(`/v1/figures${path}`);
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    };
    const sums = (body: any): Record<string, number> =>
      Object.fromEntries(
        body.series.map(({ key, points }: any) => [
          key,
          points.reduce((sum: number, [, value]: [string, number]) => sum + value, 0),
        ]),
      );

    it('is listed with what it can be divided by, and can be asked for', async () => {
      const portal = await portalWith();
      const { figures } = await get(portal, '');
      expect(figures.map(({ name }: any) => name)).toEqual([
        ...['auth.signIns', 'auth.tokens', 'clients.requests', 'idv.funnel', 'idv.seconds', 'idv.sessions'],
        ...[
          'notifications.answerSeconds',
          'notifications.approvals',
          'notifications.closed',
          'notifications.hints',
          'users.byStatus',
          'users.enrolled',
        ],
        ...['webhooks.deliveries', 'webhooks.ms'],
      ]);
      for (const { name, by } of figures) {
        for (const query of ['', ...by.map((dimension: string) => `?by=${dimension}`)]) {
          const body = await get(portal, `/${name}${query}`);
          expect(body).toMatchObject({ name, by: query === '' ? null : query.slice(4), series: expect.any(Array) });
        }
      }
    });

    it('is told by the days of a zone, with a point for each, also where nothing was', async () => {
      const at = (time: string) => rows.session({ at: new Date(time), status: 'VERIFIED' });
      const day = new Date(Date.now() - 5 * DAY).toISOString().slice(0, 10);
      const from = new Date(`${day}T00:00:00.000Z`).getTime();
      for (const hour of [1, 20, 21, 23, 30]) await at(new Date(from + hour * HOUR).toISOString());
      await rollUp();
      const portal = await portalWith();
      const query = (zone: string) =>
        new URLSearchParams({ from: new Date(from).toISOString(), to: new Date(from + 3 * DAY).toISOString(), zone });
      const [{ key, points }] = (await get(portal, `/idv.sessions?${query('UTC').toString()}`)).series;
      expect([key, points.map(([, value]: any) => value)]).toEqual(['all', [4, 1, 0]]);
      const there = await get(portal, `/idv.sessions?${query('Asia/Dubai').toString()}`);
      expect(there.series[0].points).toEqual([
        [new Date(from - 4 * HOUR).toISOString(), 1],
        [new Date(from + 20 * HOUR).toISOString(), 4],
        [new Date(from + 44 * HOUR).toISOString(), 0],
        [new Date(from + 68 * HOUR).toISOString(), 0],
      ]);
      expect(there).toMatchObject({ partial: false, asOf: expect.any(String), step: 'day', unit: 'count' });
    });

    it('counts each hour at its own point when the period begins and ends within an hour', async () => {
      const end = Math.floor(Date.now() / HOUR) * HOUR;
      const from = end - 3 * HOUR;
      const created = [
        from + 5 * 60_000,
        from + HOUR + 1_000,
        from + HOUR + 2_000,
        end + 1_000,
        end + 2_000,
        end + 3_000,
      ];
      for (const at of created) await rows.session({ at: new Date(at) });
      await rollUp();
      const time = (minutes: number, hour: number) => new Date(hour + minutes * 60_000).toISOString();
      const query = new URLSearchParams({ from: time(30, from), to: time(10, end), step: 'hour' });
      const { series } = await get(await portalWith(), `/idv.sessions?${query.toString()}`);
      expect(series[0].points).toEqual([
        [time(0, from + HOUR), 2],
        [time(0, from + 2 * HOUR), 0],
        [time(0, end), 3],
      ]);
    });

    it('has all steps of a funnel in their order', async () => {
      for (const lastStep of ['welcome', 'front', 'back', 'chip', 'selfie', 'kyc', 'done'])
        await rows.session({ lastStep });
      await rollUp();
      const body = await get(await portalWith(), '/idv.funnel');
      expect(Object.entries(sums(body))).toEqual([
      ...[['welcome', 7], ['consent', 6], ['document', 6], ['front', 6]],
      ...[['confirm', 3], ['selfie', 3], ['optIn', 1], ['done', 1]],
    ]); // oxfmt-ignore
    });

    it('tells about the middle of milliseconds, and where 95 of 100 are', async () => {
      for (const ms of [10, 20, 30, 40, 20_000]) await rows.delivery({ ms });
      await rollUp();
      const { unit, series } = await get(await portalWith(), '/webhooks.ms');
      expect(unit).toBe('milliseconds');
      expect(series.map(({ key, points }: any) => [key, points.at(-1)[1]])).toEqual([
        ['p50', 31.3],
        ['p95', 15_000],
      ]);
    });

    it('tells about the middle of seconds, and where nine tenths are', async () => {
      for (const seconds of [1, 2, 50, 59, 3_000]) await rows.session({ status: 'VERIFIED', seconds });
      await rollUp();
      const { series } = await get(await portalWith(), '/idv.seconds?step=hour');
      expect(series.map(({ key, points }: any) => [key, points.length])).toEqual([['p50', 1], ['p90', 1]]); // oxfmt-ignore
      expect(series[0].points[0][1]).toBeGreaterThan(45);
      expect(series[0].points[0][1]).toBeLessThanOrEqual(60);
      expect(series[1].points[0][1]).toBeGreaterThan(1_800);
    });

    it('has a row for each time of its answers, also where nobody took it', async () => {
      for (const seconds of [3, 5, 61, 500]) await rows.notification({ status: 'UPDATED', answer: 'accept', seconds });
      await rows.notification({ status: 'EXPIRED', answer: null, seconds: 2 });
      await rollUp();
      const portal = await portalWith();
      expect(Object.entries(sums(await get(portal, '/notifications.answerSeconds')))).toEqual([
      ...[['5', 2], ['10', 0], ['20', 0], ['40', 0], ['60', 0], ['120', 1], ['300', 0], ['more', 1]],
    ]); // oxfmt-ignore
      expect(sums(await get(portal, '/notifications.closed?by=answer'))).toEqual({ accept: 4, none: 1 });
    });

    it('is compressed for a reader who accepts it, and for nobody else', async () => {
      const portal = await portalWith();
      const long = '/v1/figures/notifications.answerSeconds?step=day';
      const read = async (encoding: string) => {
        const { body, headers } = await portal.get(long, { 'accept-encoding': encoding });
        return { name: body.name, encoding: headers.get('content-encoding'), vary: headers.get('vary') };
      };
      const name = 'notifications.answerSeconds';
      const vary = expect.stringContaining('Accept-Encoding');
      expect(await read('gzip, br')).toEqual({ name, encoding: 'gzip', vary });
      expect(await read('identity')).toEqual({ name, encoding: null, vary });
    });

    it('gathers what would tell of one person when it is by country', async () => {
      const all = ['DEU', 'DEU', 'DEU', 'DEU', 'DEU', 'ISL', 'ISL', 'VAT'];
      for (const country of all) await rows.session({ country });
      await rollUp();
      expect(sums(await get(await portalWith(), '/idv.sessions?by=country'))).toEqual({ DEU: 5, other: 3 });
    });

    it('tells users as they are now', async () => {
      for (const status of ['ACTIVE', 'ACTIVE', 'BLOCKED']) await rows.user({ status });
      const body = await get(await portalWith(), '/users.byStatus');
      expect(sums(body)).toMatchObject({ ACTIVE: 2, BLOCKED: 1, PAUSED: 0 });
      expect(body).toMatchObject({ step: null, partial: false });
    });

    it('is of one enterprise and one side', async () => {
      await rows.session({});
      await rows.user({});
      await rollUp();
      for (const options of [{ enterpriseId: 'rival' }, { test: true }]) {
        const other = await portalWith(options);
        expect(sums(await get(other, '/idv.sessions'))).toEqual({});
        expect(Object.values(sums(await get(other, '/users.byStatus'))).every((count) => count === 0)).toBe(true);
      }
      expect(sums(await get(await portalWith(), '/idv.sessions'))).toEqual({ all: 1 });
    });

    it.each([
      ['nothing', 404, 'kernel/not-found'],
      ['idv.nothing', 404, 'figures/not-found'],
      ['idv.rows', 404, 'figures/not-found'],
      ['idv.sessions?by=userId', 422, 'kernel/invalid-arguments'],
      ['idv.funnel?by=outcome', 422, 'kernel/invalid-arguments'],
      ['idv.sessions?step=minute', 422, 'kernel/invalid-arguments'],
      ['idv.sessions?zone=Mars/Olympus', 422, 'kernel/invalid-arguments'],
      ["idv.sessions?zone=UTC';--", 422, 'kernel/invalid-arguments'],
      ['idv.sessions?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 422, 'kernel/invalid-arguments'],
      ['idv.sessions?step=hour&from=2026-01-01T00:00:00Z&to=2026-03-01T00:00:00Z', 422, 'kernel/invalid-arguments'],
      ['idv.sessions?from=1970-01-01T00:00:00Z', 422, 'kernel/invalid-arguments'],
    ])('%s answers %i', async (path, status, code) => {
      const { status: answered, body } = await (await portalWith()).get(`/v1/figures/${path}`);
      expect([answered, body.code]).toEqual([status, code]);
    });

    it('needs its scope', async () => {
      const portal = await portalWith({ scopes: ['idv:read', 'users:read'] });
      for (const path of ['/v1/figures', '/v1/figures/idv.sessions']) expect((await portal.get(path)).status).toBe(403);
    });

    it('that was never counted says so', async () => {
      const body = await get(await portalWith(), '/idv.sessions');
      expect(body).toMatchObject({ asOf: null, partial: true, series: [] });
    });
  });
});
