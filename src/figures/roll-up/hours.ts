import { leastIdAt } from '../../shared/kernel/index.js';

export const HOUR_MS = 3_600_000;

/**
 * A run of whole hours. Rows are found by id, because ids are ordered by time: for each hour, the least id it can
 * contain, and the least of the next hour.
 */
export class Hours {
  private constructor(
    readonly from: Date,
    readonly to: Date,
  ) {}

  static between(from: Date, to: Date): Hours {
    return new Hours(hourOf(from), new Date(Math.ceil(to.getTime() / HOUR_MS) * HOUR_MS));
  }

  /** Parameters for `HOURS`. */
  get values(): readonly [at: readonly Date[], since: readonly string[], before: readonly string[]] {
    const starts = Array.from(
      { length: (this.to.getTime() - this.from.getTime()) / HOUR_MS },
      (_, index) => this.from.getTime() + index * HOUR_MS,
    );
    const ids = [...starts, this.to.getTime()].map(leastIdAt);
    return [starts.map((start) => new Date(start)), ids.slice(0, -1), ids.slice(1)];
  }
}

/** A table of the hours: rows are found by the index of their ids. */
export const HOURS = 'unnest($1::timestamptz[], $2::uuid[], $3::uuid[]) AS hour (at, since, before)';

export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
