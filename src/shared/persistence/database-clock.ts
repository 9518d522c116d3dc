import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, dateIdsBy, every } from '../kernel/index.js';
import { Database } from './database.js';

const MEASURE_EVERY_MS = 10_000;
/**
 * While an application starts, answers wait until the busy process reads them, so the first measurements may be rough.
 */
const GOOD_MS = 5;
const MOST_AT_START = 10;
/** A difference larger than any error of measurement: the clock of the database itself was set back. */
const SET_BACK_MS = 1_000;

/**
 * The time of the database, so that all processes go by one clock however wrong their machines' clocks are. Between
 * two measurements the monotonic clock counts on, which nobody sets.
 */
@Injectable()
export class DatabaseClock extends Clock implements OnModuleInit, BeforeApplicationShutdown {
  readonly #log = new Logger(DatabaseClock.name);
  /** The database's time at the origin of the monotonic clock. Until it is measured, the machine's. */
  #origin = Date.now() - performance.now();
  #uncertainty = Infinity;
  #told = 0;
  #timer: NodeJS.Timeout | undefined;
  #endDatingIds: (() => void) | undefined;

  constructor(private readonly db: Database) {
    super();
  }

  /** Stands still where a better measurement is a little earlier: what came later is never dated before what came first. */
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

  /** The answer was true at some moment between question and answer. A better measurement is kept while it holds. */
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
