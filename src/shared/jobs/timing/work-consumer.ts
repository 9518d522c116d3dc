import { oneAtATime } from './timing.js';

interface WorkConsumerOptions<T> {
  /** Maximum number of items that run at once. Read again before every look-up. */
  readonly size: number;
  /**
   * Maximum number of items that one look-up leases. If a look-up finds this many and there is still room, another one
   * follows.
   */
  readonly atOnce?: number;
  /** Leases and returns at most `free` items. */
  readonly take: (free: number) => Promise<readonly T[]>;
  /** Processes one item and ends its lease. Never rejects. */
  readonly work: (item: T) => Promise<void>;
  /**
   * Whether to look for work whenever an item has been processed, even if the last look-up returned fewer items than
   * requested.
   */
  readonly lookAfterEach?: boolean;
}

/** Keeps up to `size` leased items running, and looks for more as soon as there is room. */
export class WorkConsumer<T> {
  readonly #running = new Set<Promise<void>>();
  #mayBeMore = false;
  #stopped = false;

  /** Leases and starts as much due work as there is room for. */
  readonly look: () => Promise<void>;

  constructor(private readonly options: WorkConsumerOptions<T>) {
    this.look = oneAtATime(() => this.#fillUp());
  }

  /** Resolves when all due work has been taken and processed. */
  async finishAll(): Promise<void> {
    await this.look();
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      if (!this.#stopped) await this.look();
    }
  }

  /** Stops taking work, and resolves when all running work has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.look();
    await Promise.all(this.#running);
  }

  async #fillUp(): Promise<void> {
    const { take, atOnce = Infinity } = this.options;
    for (;;) {
      const free = this.#free();
      const asked = Math.min(free, atOnce);
      const taken = asked > 0 ? await take(asked) : [];
      this.#mayBeMore = taken.length === asked;
      for (const item of taken) this.#begin(item);
      if (!this.#mayBeMore || asked === free) return;
    }
  }

  #free(): number {
    return this.#stopped ? 0 : Math.max(0, this.options.size - this.#running.size);
  }

  #begin(item: T): void {
    const running = this.options.work(item).finally(() => {
      this.#running.delete(running);
      // If the look-up fails, the polling loop repeats it.
      if (this.#mayBeMore || this.options.lookAfterEach) this.look().catch(() => undefined);
    });
    this.#running.add(running);
  }
}
