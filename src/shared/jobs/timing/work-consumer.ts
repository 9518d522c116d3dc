import { oneAtATime } from './timing.js';

interface WorkConsumerOptions<T> {
  /** How many pieces of work run at once, asked with every look. */
  readonly size: number;
  /** How many pieces one look-up leases at most; then it looks again. */
  readonly atOnce?: number;
  /** Leases up to so many pieces of work. */
  readonly take: (free: number) => Promise<readonly T[]>;
  /** Processes one piece and settles its lease. Never rejects. */
  readonly work: (item: T) => Promise<void>;
  /** Whether to look again whenever a piece ends, even when the last look did not fill all places. */
  readonly lookAfterEach?: boolean;
}

/** Keeps up to `size` pieces of leased work running, and looks for more as soon as there is room. */
export class WorkConsumer<T> {
  readonly #running = new Set<Promise<void>>();
  #mayBeMore = false;
  #stopped = false;

  /** Takes what is due now. */
  readonly look: () => Promise<void>;

  constructor(private readonly options: WorkConsumerOptions<T>) {
    this.look = oneAtATime(() => this.#fillUp());
  }

  /** Resolves when everything due has been taken and processed. */
  async finishAll(): Promise<void> {
    await this.look();
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
      if (!this.#stopped) await this.look();
    }
  }

  /** Takes no more, and resolves when all running work has ended. */
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
      // The polling loop makes up for a failed look.
      if (this.#mayBeMore || this.options.lookAfterEach) this.look().catch(() => undefined);
    });
    this.#running.add(running);
  }
}
