import { jest } from '@jest/globals';
import { KernelErrors } from '../kernel/index.js';
import { ConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.js';

const work = () => {
  let finish = (): void => undefined;
  const ended = new Promise<void>((resolve) => (finish = resolve));
  return { run: () => ended, finish };
};
const UNAVAILABLE = { kind: KernelErrors.unavailable, extra: { retryAfterSeconds: 2 } };

describe('A concurrency limiter', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('lets the next one in only when one has ended', async () => {
    const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: 1 });
    const [first, second] = [work(), work()];
    const order: string[] = [];
    const one = limiter.run(() => first.run().then(() => order.push('first ends')));
    const two = limiter.run(() => {
      order.push('second begins');
      return second.run();
    });
    expect([limiter.running, limiter.waiting]).toEqual([1, 1]);
    first.finish();
    await one;
    second.finish();
    await two;
    expect(order).toEqual(['first ends', 'second begins']);
    expect([limiter.running, limiter.waiting]).toEqual([0, 0]);
  });

  it('turns away what finds all places taken, and takes the next one later', async () => {
    const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: 0 });
    const first = work();
    const one = limiter.run(first.run);
    await expect(limiter.run(() => Promise.resolve())).rejects.toMatchObject(UNAVAILABLE);
    first.finish();
    await one;
    await expect(limiter.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('turns away what has waited for too long, and keeps the order of the others', async () => {
    jest.useFakeTimers();
    const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 1_000 });
    const first = work();
    const one = limiter.run(first.run);
    const impatient = expect(limiter.run(() => Promise.resolve())).rejects.toMatchObject(UNAVAILABLE);
    jest.advanceTimersByTime(600);
    const two = limiter.run(() => Promise.resolve('second'));
    jest.advanceTimersByTime(400);
    await impatient;
    expect(limiter.waiting).toBe(1);
    first.finish();
    await one;
    await expect(two).resolves.toBe('second');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('tells for how long all places were taken', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const at = (ms: number): unknown => now.mockReturnValue(ms);
    const limiter = new ConcurrencyLimiter({ maxRunning: 2, maxWaiting: 1 });
    const [first, second, third] = [work(), work(), work()];
    const one = limiter.run(first.run);
    at(1_010);
    expect(limiter.fullForMs).toBe(0); // one more may run
    const two = limiter.run(second.run);
    const three = limiter.run(third.run);
    at(1_030);
    expect(limiter.fullForMs).toBe(20);
    first.finish();
    await one;
    at(1_040);
    expect(limiter.fullForMs).toBe(30); // the waiting one started at once
    second.finish();
    await two;
    at(1_100);
    expect(limiter.fullForMs).toBe(30);
    third.finish();
    await three;
    now.mockRestore();
    expect(limiter.fullForMs).toBe(30);
  });

  it('gives its place back when work fails', async () => {
    const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: 0 });
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limiter.run(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  describe('where work names its tenant', () => {
    const queueing = (limits: Partial<ConcurrencyLimits> = {}) => {
      const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: 100, ...limits });
      const begun: string[] = [];
      const ends = new Map<string, () => void>();
      const add = (name: string, tenant: string, cost = 1, session = name) => {
        const { run, finish } = work();
        ends.set(name, finish);
        const begin = () => {
          begun.push(name);
          return run();
        };
        return limiter.run(begin, { queueKey: tenant === '' ? undefined : { tenant, session }, cost });
      };
      const end = async (name: string) => {
        ends.get(name)?.();
        await new Promise((resolve) => setImmediate(resolve));
      };
      return { begun, add, end };
    };

    it('lets tenants take turns, however much of one waits', async () => {
      const { begun, add, end } = queueing();
      for (const name of ['e1', 'e2', 'e3', 'e4', 'e5']) void add(name, 'evil');
      await end('e1');
      for (const name of ['a1', 'a2']) void add(name, 'acme');
      for (const name of ['e2', 'a1', 'e3', 'a2', 'e4']) await end(name);
      expect(begun).toEqual(['e1', 'e2', 'a1', 'e3', 'a2', 'e4', 'e5']);
    });

    it('counts what work costs, not how many pieces there are', async () => {
      const { begun, add, end } = queueing();
      for (const name of ['e1', 'e2', 'e3']) void add(name, 'evil', 10);
      for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 'acme', 3);
      for (const name of ['e1', 'a1', 'a2', 'a3', 'a4', 'e2']) await end(name);
      expect(begun).toEqual(['e1', 'a1', 'a2', 'a3', 'a4', 'e2', 'e3']);
    });

    it('lets work of nobody take turns too', async () => {
      const { begun, add, end } = queueing();
      for (const name of ['e1', 'e2', 'e3']) void add(name, 'evil');
      for (const name of ['n1', 'n2', 'n3']) void add(name, '');
      for (const name of ['e1', 'n1', 'e2', 'n2']) await end(name);
      expect(begun).toEqual(['e1', 'n1', 'e2', 'n2', 'e3']);
    });

    it('charges nothing for what has waited in vain', async () => {
      jest.useFakeTimers({ doNotFake: ['setImmediate'] });
      const { begun, add, end } = queueing({ maxWaitMs: 30 });
      void add('e1', 'evil');
      const inVain = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => add(name, 'acme'));
      const refused = Promise.allSettled(inVain);
      jest.advanceTimersByTime(30);
      const refusals = await refused;
      expect(refusals.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
      for (const name of ['e2', 'e3']) void add(name, 'evil');
      for (const name of ['a6', 'a7']) void add(name, 'acme');
      for (const name of ['e1', 'a6', 'e2', 'a7']) await end(name);
      expect(begun).toEqual(['e1', 'a6', 'e2', 'a7', 'e3']);
    });

    it('lets a session wait for itself where it is told to, also when there is room', async () => {
      const { begun, add, end } = queueing({ maxRunning: 2, onePerSession: true });
      void add('one', 'evil', 1, 'session');
      void add('two', 'evil', 1, 'session');
      void add('other', 'evil');
      void add('last', 'evil');
      await end('nothing yet');
      expect(begun).toEqual(['one', 'other']);
      await end('other');
      expect(begun).toEqual(['one', 'other', 'last']);
      await end('one');
      expect(begun).toEqual(['one', 'other', 'last', 'two']);
    });

    describe('and a tenant may run a few at once while others are active', () => {
      const few = { maxRunning: 4, maxOfTenant: 2 };

      it('lets a tenant that is alone take all places', async () => {
        const { begun, add } = queueing(few);
        for (const name of ['e1', 'e2', 'e3', 'e4', 'e5']) void add(name, 'evil');
        await Promise.resolve();
        expect(begun).toEqual(['e1', 'e2', 'e3', 'e4']);
      });

      it('keeps places free for another tenant, and for work of nobody', async () => {
        const { begun, add, end } = queueing(few);
        void add('a1', 'acme');
        for (const name of ['e1', 'e2', 'e3', 'e4']) void add(name, 'evil');
        await end('a1');
        expect(begun).toEqual(['a1', 'e1', 'e2']);
        for (const name of ['a2', 'n1', 'n2']) void add(name, name.startsWith('n') ? '' : 'acme');
        await end('nothing yet');
        expect(begun).toEqual(['a1', 'e1', 'e2', 'a2', 'n1']);
        for (const name of ['e1', 'e2']) await end(name);
        expect(begun).toEqual(['a1', 'e1', 'e2', 'a2', 'n1', 'e3', 'n2']);
      });

      it('gives all places back to a tenant when the others have been silent for a second', async () => {
        const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
        const { begun, add, end } = queueing(few);
        void add('a1', 'acme');
        for (const name of ['e1', 'e2', 'e3', 'e4', 'e5', 'e6']) void add(name, 'evil');
        now.mockReturnValue(1_900);
        await end('a1');
        expect(begun).toEqual(['a1', 'e1', 'e2']);
        now.mockReturnValue(2_001);
        await end('e1');
        expect(begun).toEqual(['a1', 'e1', 'e2', 'e3', 'e4', 'e5']);
      });

      it.each([false, true])('does so without the end of another piece, one start a turn: %s', async (oneATurn) => {
        jest.useFakeTimers();
        const limiter = new ConcurrencyLimiter({ maxRunning: 4, maxWaiting: 9, maxOfTenant: 2, oneATurn });
        const of = (tenant: string) => ({ queueKey: { tenant, session: tenant } });
        await limiter.run(() => Promise.resolve(), of('acme'));
        const pieces = ['e1', 'e2', 'e3'].map(work);
        const all = pieces.map(({ run }) => limiter.run(run, of('evil')));
        expect([limiter.running, limiter.waiting]).toEqual([2, 1]);
        await jest.advanceTimersByTimeAsync(1_100);
        expect([limiter.running, limiter.waiting]).toEqual([3, 0]);
        for (const { finish } of pieces) finish();
        await Promise.all(all);
      });

      it('lets no work of a tenant pass what waits of it', async () => {
        const { begun, add, end } = queueing({ ...few, oneATurn: true, maxRunning: 2 });
        for (const name of ['e1', 'e2', 'e3']) void add(name, 'evil');
        await end('e1');
        void add('e4', 'evil');
        await end('nothing more');
        expect(begun).toEqual(['e1', 'e2', 'e3']);
      });
    });

    it('begins one piece in a turn of the event loop where it is told to', async () => {
      const { begun, add, end } = queueing({ maxRunning: 3, oneATurn: true });
      for (const name of ['e1', 'e2', 'e3', 'e4', 'e5', 'e6']) void add(name, 'evil');
      await Promise.all([end('e1'), end('e2'), end('e3')]);
      for (const next of ['e4', 'e5', 'e6']) {
        await end('nothing more');
        expect(begun.at(-1)).toBe(next);
      }
    });

    it('gives one tenant as much of the line as it leaves free', async () => {
      const { add } = queueing({ maxWaiting: 4 });
      for (const name of ['running', 'e1', 'e2']) void add(name, 'evil');
      await expect(add('e3', 'evil')).rejects.toMatchObject(UNAVAILABLE);
      void add('a1', 'acme');
      await expect(add('a2', 'acme')).rejects.toMatchObject(UNAVAILABLE);
    });
  });
});
