import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock, later } from '../../shared/kernel/index.js';
import {
  type CountedTenant,
  FigureCounters,
  FLUSH_MS,
  type HourlyCount,
  WHOLE,
} from '../contract/figure-source.port.js';
import { FigureRepository } from '../roll-up/figure.repository.js';
import { hourOf } from '../roll-up/hours.js';

/**
 * The maximum number of different counters in memory between two writes. Events that need further counters are dropped.
 */
const MOST = 20_000;

type Counts = Map<string, { readonly counted: Omit<HourlyCount, 'count'>; count: number }>;

/** Holds the counts of this process that have not been written yet. */
@Injectable()
export class HourlyCounters extends FigureCounters implements BeforeApplicationShutdown {
  readonly #log = new Logger(HourlyCounters.name);
  #counts: Counts = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly figures: FigureRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  count(tenant: CountedTenant, name: string, keys: Readonly<Record<string, string>>): void {
    const at = hourOf(this.clock.now());
    this.#add(tenant, name, at, WHOLE, 'all', 1);
    for (const dimension in keys) this.#add(tenant, name, at, dimension, keys[dimension] ?? '', 1);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Writes the counts to the database. Never rejects: counts that could not be written are added to the next write. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    if (counts.size === 0) return;
    // Counts are written in a fixed order, so that two processes that write at the same time cannot deadlock.
    const sorted = [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { counted, count }]) => ({ ...counted, count }));
    try {
      await this.figures.add(sorted);
    } catch (error) {
      this.#log.warn({ err: error, counts: counts.size }, 'Counts could not be written');
      for (const lost of sorted) this.#add(lost, lost.name, lost.at, lost.dimension, lost.key, lost.count);
    }
  }

  /**
   * Adds to a counter. It runs several times for each request, so it creates no object if the counter already exists.
   */
  #add(
    { enterpriseId, test }: CountedTenant,
    name: string,
    at: Date,
    dimension: string,
    key: string,
    count: number,
  ): void {
    const place = `${enterpriseId}\n${test}\n${name}\n${dimension}\n${at.getTime()}\n${key}`;
    const known = this.#counts.get(place);
    if (known) known.count += count;
    else if (this.#counts.size < MOST) {
      this.#counts.set(place, { counted: { enterpriseId, test, name, dimension, at, key }, count });
    }
    this.#timer ??= later(() => void this.write(), FLUSH_MS).unref();
  }
}
