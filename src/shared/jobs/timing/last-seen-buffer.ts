import { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Clock, later } from '../../kernel/index.js';

const HOUR_MS = 3_600_000;
const GATHER_MS = 1_000;
const REMEMBERED = 100_000;

/**
 * Records when users, devices and the like were last seen, by default at most once an hour each. A request only notes
 * the time in memory. A second later, one statement updates many rows.
 */
export class LastSeenBuffer {
  readonly #log: Logger;
  /**
   * When each id was last noted. The cache is limited by `maxSize`, because with `max` it would allocate all of its
   * memory at once.
   */
  readonly #notedAt = new LRUCache<string, number>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(
    name: string,
    private readonly clock: Clock,
    private readonly store: (ids: readonly string[], at: Date) => Promise<void>,
    private readonly everyMs = HOUR_MS,
  ) {
    this.#log = new Logger(name);
  }

  note(id: string): void {
    const now = this.clock.now().getTime();
    if (now - (this.#notedAt.get(id) ?? -Infinity) < this.everyMs) return;
    this.#notedAt.set(id, now);
    this.#waiting.push(id);
    this.#timer ??= later(() => void this.write(), GATHER_MS).unref();
  }

  /**
   * Writes the noted ids to the database. Never rejects. If it fails, each id is noted again the next time it is seen.
   */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const ids = this.#waiting;
    this.#waiting = [];
    if (ids.length === 0) return;
    try {
      await this.store(ids, this.clock.now());
    } catch (error) {
      this.#log.warn({ err: error, waiting: ids.length }, 'What was seen could not be written');
      for (const id of ids) this.#notedAt.delete(id);
    }
  }
}
