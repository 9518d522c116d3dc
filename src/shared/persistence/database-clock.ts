import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, dateIdsBy, every } from '../kernel/index.js';
import { Database } from './database.js';

const MEASURE_EVERY_MS = 10_000;
/**
 * At the start, the time of the database is measured until the error is at most this many milliseconds. A busy process
 * reads the answer late, which makes the error larger.
 */
const GOOD_MS = 5;
const MOST_AT_START = 10;
/**
 * If the measured time is behind the last one returned by more than this, no error of measurement explains it: the
 * database's clock was set back, and ours follows it.
 */
const SET_BACK_MS = 1_000;

/**
 * The time of the database, so that all processes use one clock, however wrong the clocks of their machines are.
 * Between measurements the monotonic clock counts on, which nobody can set.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger(DatabaseClock.name);
  /** The database's time at the origin of the monotonic clock; until the first measurement, the machine's time. */
  #origin = Date.now() - performance.now();
  #uncertainty = Infinity;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #endDatingIds: (() => void) | undefined;

  constructor(private readonly db: Database) {
    super();
  }

  /**
   * Does not go back when a better measurement is slightly earlier, but repeats its last time until it has caught up.
   * Later events are therefore never dated before earlier ones.
   */
  now(): Date {
    const measured = this.#origin + performance.now();
    if (measured > this.#told || measured < this.#told - SET_BACK_MS) this.#told = measured;
    return new Date(this.#told);
  }

  async onModuleInit(): Promise<void> {
    for (let n = 0; n < MOST_AT_START && this.#uncertainty > GOOD_MS; n++) await this.#measure();
    this.#endDatingIds = dateIdsBy(() => this.now().getTime());
    this.#timer = every(MEASURE_EVERY_MS, () => void this.#measureAgain()).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.#timer);
    this.#endDatingIds?.();
  }

  async #measureAgain(): Promise<void> {
    try {
      await this.#measure();
    } catch (error) {
      this.#log.debug({ err: error }, 'The time of the database could not be measured; counting on');
    }
  }

  /**
   * Measures the database's time, which was read at some moment between question and answer. An earlier, more exact
   * measurement is kept unless the new one contradicts it.
   */
  async #measure(): Promise<void> {
    const asked = performance.now();
    const answer = await this.db.one<{ now: number }>(NOW);
    const answered = performance.now();
    const uncertainty = (answered - asked) / 2;
    const origin = (answer?.now ?? Date.now()) - (asked + answered) / 2;
    const holds = Math.abs(origin - this.#origin) <= uncertainty;
    if (holds && this.#uncertainty <= uncertainty) return;
    this.#origin = origin;
    this.#uncertainty = uncertainty;
  }
}

const NOW = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';
