import { oneAtATime } from './timing.js';

interface WorkConsumerOptions<T> {
  /** How many pieces of work may run at once. Read again for every look-up. */
  readonly size: number;
  /**
   * The most pieces that one look-up leases. After a look-up that leased that many, another follows while there is
   * room.
   */
  readonly atOnce?: number;
  /** Leases at most `free` pieces of work. */
  readonly take: (free: number) => Promise<readonly T[]>;
  /** Processes one piece and settles its lease. Never rejects. */
  readonly work: (item: T) => Promise<void>;
  /** Whether to look for work whenever a piece ends, even if the last look-up found less than it could take. */
  readonly lookAfterEach?: boolean;
}

/** Keeps up to `size` pieces of leased work running, and looks for more as soon as there is room. */
export class WorkConsumer<T> {
  readonly #running = new Set<Promise<void>>();
  #mayBeMore = false;
  #stopped = false;

  /** Takes work that is due now. */
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
      // a failed look-up is repeated by the polling loop
      if (this.#mayBeMore || this.options.lookAfterEach) this.look().catch(() => undefined);
    });
    this.#running.add(running);
  }
}
