import type pg from 'pg';
import { Signals } from '../../src/shared/events/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { heardBy, hears, listens, note, Notes, polls, STORE } from './support/signal-notes.js';
import { gate, until } from './support/until.js';

let database: TestDatabase;
let outside: pg.Client;
let processes: TestApplication[];
let settings: Record<string, string>;

const start = async (...providers: object[]) => {
  const running = await startTestApplication({
    database,
    env: { SURFACES: 'management', ...settings },
    providers: [Notes, ...(providers as [])],
  });
  processes.push(running);
  return running;
};
const listeners = async () =>
  (
    await outside.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN countersign_signal'`,
    )
  ).rows.map(({ pid }) => pid);

/** The same for whatever wakes the processes. */
export const signalsOn = (env: () => Record<string, string>): void => {
  beforeEach(async () => {
    settings = env();
    database = await createTestDatabase();
    outside = await database.connect();
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((running) => running.close()));
    await outside.end();
    await database.release();
  });

  describe('A signal', () => {
    it('is heard in its own process before the caller is answered', async () => {
      const here = await start(listens);
      await note('at home', here);
      expect(heardBy(here)).toContain('at home');
    });

    it('is heard by every process, once by each', async () => {
      const [here, there] = [await start(listens), await start(listens)];
      for (const text of ['one', 'two', 'three']) await note(text, here);
      await hears('three', here, there);
      await note('back', there);
      await hears('back', here, there);
      for (const one of processes) {
        expect(heardBy(one).filter((text) => text !== 'while starting')).toEqual(['one', 'two', 'three', 'back']);
      }
    });

    it('that was committed late, with a lower number, is heard; and keeps back none committed before it', async () => {
      const here = await start(polls);
      await outside.query('BEGIN');
      await outside.query(STORE, ['low and late']);
      await note('high and early', here);
      expect(heardBy(here)).toContain('high and early');
      await outside.query('COMMIT');
      await hears('low and late', here);
      await note('after', here);
      expect(heardBy(here).slice(1)).toEqual(['high and early', 'low and late', 'after']);
    });

    it('that was rolled back is not heard', async () => {
      const here = await start(polls);
      await outside.query('BEGIN');
      await outside.query(STORE, ['undone']);
      await outside.query('ROLLBACK');
      await note('after', here);
      expect(heardBy(here)).toEqual(['while starting', 'after']);
    });

    it('is found by looking when there is no wake-up', async () => {
      const here = await start(polls);
      await outside.query(STORE, ['silent']);
      await hears('silent', here);
    });

    it('is heard though the listening connection was cut, without looking every second', async () => {
      const [here, there] = [await start(listens), await start(listens)];
      await until(async () => (await listeners()).length === 2);
      const before = await listeners();
      await outside.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [before]);
      await note('while cut off', here);
      await hears('while cut off', there);
      await until(async () => (await listeners()).filter((pid) => !before.includes(pid)).length === 2);
      await note('together again', here);
      await hears('together again', there);
    });

    it('is not of this process when it was committed before it started', async () => {
      await start(polls);
      await outside.query(STORE, ['old']);
      const late = await start(polls);
      await note('new', late);
      expect(heardBy(late)).toEqual(['while starting', 'new']);
    });

    it('that was committed while a process loads its state is heard when it has loaded', async () => {
      const here = await start(listens);
      await hears('while starting', here);
    });
  });

  describe('A handler of signals', () => {
    it('that fails keeps nothing from the others', async () => {
      const here = await start(listens);
      await hears('while starting', here);
      const signals = here.app.get(Signals);
      const also: unknown[] = [];
      signals.on('testing.noted', () => {
        throw new Error('at once');
      });
      signals.on('testing.noted', async () => {
        await Promise.resolve();
        throw new Error('later');
      });
      signals.on('testing.noted', ({ note: text }) => void also.push(text));
      await note('one', here);
      await note('two', here);
      expect(also).toEqual(['one', 'two']);
    });

    it('has finished before the caller is answered', async () => {
      const here = await start(listens);
      await hears('while starting', here);
      const handler = gate();
      here.app.get(Signals).on('testing.noted', () => handler.passed);
      let answered = false;
      const answer = note('one', here).then(() => (answered = true));
      await hears('one', here);
      for (let n = 0; n < 10; n++) await outside.query('SELECT 1');
      expect(answered).toBe(false);
      handler.open();
      await answer;
    });
  });

  describe('A process that was cut off for long', () => {
    afterEach(() => jest.restoreAllMocks());

    it('loads afresh what it keeps by signals', async () => {
      const here = await start(polls);
      const now = Date.now();
      expect(here.app.get(Notes).loads).toBe(0);
      jest.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
      await until(() => here.app.get(Notes).loads === 1);
    });
  });
};
