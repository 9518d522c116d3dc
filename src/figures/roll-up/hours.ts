import { leastIdAt } from '../../shared/kernel/index.js';

export const HOUR_MS = 3_600_000;

/**
 * Consecutive whole hours. Ids are ordered by time, so the rows of an hour have ids from the lowest possible one in
 * this hour up to, but excluding, the lowest of the next.
 */
export class Hours {
  private constructor(
    readonly from: Date,
    readonly to: Date,
  ) {}

  static between(from: Date, to: Date): Hours {
    return new Hours(hourOf(from), new Date(Math.ceil(to.getTime() / HOUR_MS) * HOUR_MS));
  }

  /** The values of the parameters in the SQL text `HOURS`. */
  get values(): readonly [at: readonly Date[], since: readonly string[], before: readonly string[]] {
    const starts = Array.from(
      { length: (this.to.getTime() - this.from.getTime()) / HOUR_MS },
      (_, index) => this.from.getTime() + index * HOUR_MS,
    );
    const ids = [...starts, this.to.getTime()].map(leastIdAt);
    return [starts.map((start) => new Date(start)), ids.slice(0, -1), ids.slice(1)];
  }
}

/**
 * The hours as an SQL table, with the lowest id of each hour and of the next one, so that the index on the ids finds
 * the rows.
 */
export const HOURS = 'unnest($1::timestamptz[], $2::uuid[], $3::uuid[]) AS hour (at, since, before)';

export const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
