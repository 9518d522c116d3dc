import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, dateIdsBy, every } from '../kernel/index.js';
import { Database } from './database.js';

const MEASURE_EVERY_MS = 10_000;
/**
 * At startup, the database's time is measured repeatedly until the possible error is at most this many milliseconds.
 * The error is large if a busy process is slow to read the response.
 */
const GOOD_MS = 5;
const MOST_AT_START = 10;
/**
 * If the measured time is earlier than the last returned time by more than this, it is not a measurement error: the
 * database's clock has been set back. Our clock then follows it.
 */
const SET_BACK_MS = 1_000;

/**
 * A clock that shows the time of the database, so that all processes agree even if the clocks of their machines are
 * wrong. Between measurements, it advances with the monotonic clock, which nobody can set.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger(DatabaseClock.name);
  /**
   * The database's time when the monotonic clock was 0. Until the first measurement, it is calculated from the
   * machine's time.
   */
  #origin = Date.now() - performance.now();
  #uncertainty = Infinity;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #endDatingIds: (() => void) | undefined;

  constructor(private readonly db: Database) {
    super();
  }

  /**
   * Returns the current time. If a more exact measurement shows that the last returned time was ahead, that time is
   * returned again until the measured time has caught up. So later events do not get earlier times, unless the
   * database's clock is set back by more than `SET_BACK_MS`.
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
   * Measures the database's time, which was read at some moment between request and response. An earlier measurement
   * that was more exact is kept, unless the new one contradicts it.
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
