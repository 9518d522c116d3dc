import { RateLimiter } from './rate-limiter.js';
import { RateShares } from './shared-limits.service.js';
import { type OthersUsage, UsageExchange } from './postgres-usage.adapter.js';

/** Replaces the database between the processes. Each process reads what the others have written since its last read. */
class Noticeboard {
  readonly left: { by: Seat; consumed: ReadonlyMap<string, number> }[] = [];
  broken = false;
}
class Seat extends UsageExchange {
  private read = 0;

  constructor(private readonly board: Noticeboard) {
    super();
  }

  async exchange(mine: ReadonlyMap<string, number>, shows: boolean): Promise<OthersUsage> {
    if (this.board.broken) throw new Error('no connection');
    if (mine.size > 0 || shows) this.board.left.push({ by: this, consumed: mine });
    const news = this.board.left.slice(this.read).filter(({ by }) => by !== this);
    this.read = this.board.left.length;
    const areThere = this.board.left.some(({ by }) => by !== this);
    return { consumed: new Map(news.flatMap(({ consumed }) => [...consumed])), areThere };
  }
}

const MINUTE = 60_000;

describe('RateShares', () => {
  const logged: string[] = [];
  const log = {
    log: (message: string) => void logged.push(message),
    warn: (message: string) => void logged.push(`warning: ${message}`),
  };
  let board: Noticeboard;

  /** Creates a process that exchanges counts only on request. */
  const startProcess = (askedEveryMs = 0) => {
    const clients = new RateLimiter({ name: 'client', perSecond: 1, burst: 10 }, { now: () => 0 });
    const addresses = new RateLimiter({ name: 'client-address', perSecond: 1, burst: 10 }, { now: () => 0 });
    return {
      clients,
      addresses,
      shares: new RateShares([clients, addresses], new Seat(board), log, 1_000, askedEveryMs),
    };
  };

  beforeEach(() => {
    board = new Noticeboard();
    logged.length = 0;
  });

  it('makes one limit of the limits of two processes', async () => {
    const [one, two] = [startProcess(), startProcess()];
    one.clients.take('portal', 6);
    expect(two.clients.take('portal').remaining).toBe(9);
    await one.shares.reconcile();
    await two.shares.reconcile();
    await one.shares.reconcile();
    expect(two.clients.take('portal').remaining).toBe(2);
    expect(one.clients.take('portal').remaining).toBe(2);
  });

  describe('Processes that one caller asks at once', () => {
    const passed = async (...processes: ReturnType<typeof startProcess>[]) => {
      const takes = processes.flatMap(({ clients }) => Array.from({ length: 30 }, () => clients.takeShared('portal')));
      return (await Promise.all(takes)).filter(({ allowed }) => allowed).length;
    };

    it('let pass no more than one would, but for the last of each', async () => {
      const together = await passed(startProcess(), startProcess());
      expect(together).toBeGreaterThanOrEqual(10);
      expect(together).toBeLessThanOrEqual(11);
    });

    it('one that was alone learns of another before that one begins', async () => {
      const [one, two] = [startProcess(), startProcess()];
      await one.shares.join();
      await two.shares.join();
      expect(await passed(one, two)).toBeLessThanOrEqual(11);
    });

    it('one that is alone waits for nobody', async () => {
      const alone = startProcess(MINUTE);
      await alone.shares.join();
      expect(await passed(alone)).toBe(10);
    });

    it('one lets the whole burst pass when the others have no part in it', async () => {
      startProcess();
      expect(await passed(startProcess())).toBe(10);
    });

    it('each decides on its own while the exchange fails', async () => {
      board.broken = true;
      expect(await passed(startProcess(), startProcess())).toBe(20);
    });
  });

  it('keeps policies apart, also where one name begins another', async () => {
    const [one, two] = [startProcess(), startProcess()];
    one.addresses.take('a/b', 4);
    one.clients.take('a/b', 2);
    await one.shares.reconcile();
    await two.shares.reconcile();
    expect([two.clients.take('a/b').remaining, two.addresses.take('a/b').remaining]).toEqual([7, 5]);
    expect(two.clients.remembered).toBe(1);
  });

  it('limits on its own while the exchange fails, and says so once', async () => {
    const [one, two] = [startProcess(), startProcess()];
    board.broken = true;
    for (let i = 0; i < 3; i += 1) {
      expect(one.clients.take('portal', 2).allowed).toBe(true);
      await one.shares.reconcile();
    }
    expect(logged).toEqual(['warning: Rate limits count in this process alone: Error: no connection']);

    board.broken = false;
    one.clients.take('portal', 3);
    for (const { shares } of [one, two]) await shares.reconcile();
    expect(logged.slice(1)).toEqual(['Rate limits are shared between processes again.']);
    expect(two.clients.take('portal').remaining).toBe(6);
  });

  it('has one exchange under way at a time', async () => {
    const { shares } = startProcess();
    const running = shares.reconcile();
    expect(shares.reconcile()).toBe(running);
    await running;
    expect(shares.reconcile()).not.toBe(running);
  });

  it('exchanges every second until it is stopped', async () => {
    jest.useFakeTimers();
    try {
      const { clients, shares } = startProcess();
      shares.start();
      for (let second = 0; second < 3; second += 1) {
        clients.take('portal');
        await jest.advanceTimersByTimeAsync(1_000);
      }
      expect(board.left).toHaveLength(3);

      await shares.stop();
      clients.take('portal');
      await jest.advanceTimersByTimeAsync(5_000);
      expect(board.left).toHaveLength(3);
    } finally {
      jest.useRealTimers();
    }
  });

  it('refuses two policies of one name', () => {
    const { clients } = startProcess();
    expect(() => new RateShares([clients, clients], new Seat(board), log)).toThrow('same name');
  });
});
