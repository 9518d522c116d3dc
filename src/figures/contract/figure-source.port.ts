import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import type { Hours } from '../roll-up/hours.js';
import type { HourlyRows } from '../roll-up/hourly-rows.js';

/** The dimension that counts all rows together. Every figure has it. */
export const WHOLE = '';

export interface FigureDefinition {
  /** The figure's name, as `<context>.<what>`, such as `idv.sessions`. */
  readonly name: string;
  readonly unit: 'count' | 'seconds' | 'milliseconds';
  readonly description: string;
  /** The dimensions by which the figure can be broken down. */
  readonly by: readonly string[];
  /**
   * All keys of the dimension in order, if they are known in advance. They are shown even if nothing was counted. For
   * the units `seconds` and `milliseconds`, the keys are the upper ends of the buckets.
   */
  readonly keys?: readonly string[];
  /**
   * A dimension in which counts below five are added to `other`, because they could reveal something about one person.
   */
  readonly hidesFew?: string;
}

/** The number of rows in one hour with one key of one dimension. */
export interface HourlyCount {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly name: string;
  readonly dimension: string;
  readonly at: Date;
  readonly key: string;
  readonly count: number;
}

export interface KeyCount {
  readonly key: string;
  readonly count: number;
}

/** Counts the rows of a context. Every provider that extends this class is called. */
export abstract class FigureSource {
  /** Figures that a job counts for each hour. All figures of one source are counted together. */
  readonly hourly: readonly FigureDefinition[] = [];
  /**
   * The name under which all rows of the source are counted, even those that belong to no figure. When an hour is
   * counted again and this number has become lower, rows have been deleted.
   */
  readonly rows: string = '';
  /** Events that leave no rows, counted as they happen by `FigureCounters`. */
  readonly counted: readonly FigureDefinition[] = [];
  /** Figures that describe the current state, counted on request. */
  readonly present: readonly FigureDefinition[] = [];

  /** Returns when the oldest counted row was created. */
  oldest(_scope: AllTenants, _sql: Sql): Promise<Date | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Returns all counts for these hours, for all tenants. A row counts in the hour in which it was created, even if it
   * changes later.
   */
  count(_scope: AllTenants, _sql: Sql, _hours: Hours): Promise<readonly HourlyCount[]> {
    return Promise.resolve([]);
  }

  now(_tenant: Tenant, _name: string): Promise<readonly KeyCount[]> {
    return Promise.resolve([]);
  }
}

/** Figures counted from the rows of one table. */
export abstract class RowFigures extends FigureSource {
  override readonly rows: string;

  constructor(private readonly hourlyRows: HourlyRows) {
    super();
    this.rows = hourlyRows.name;
  }

  override oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    return this.hourlyRows.oldest(sql);
  }

  override count(_scope: AllTenants, sql: Sql, hours: Hours): Promise<HourlyCount[]> {
    return this.hourlyRows.count(sql, hours);
  }
}

/** How often a process writes what it has counted. */
export const FLUSH_MS = 10_000;

/** The tenant for which an event is counted. */
export interface CountedTenant {
  readonly enterpriseId: string;
  readonly test: boolean;
}

/**
 * Counts events that leave no rows. Each process counts in memory, and adds its counts to the stored hour every ten
 * seconds; a crash loses the counts since then.
 */
export abstract class FigureCounters {
  /**
   * Counts one event, both as a whole and under its key in each dimension. A figure source must declare the figure
   * under `counted`.
   */
  abstract count(tenant: CountedTenant, name: string, keys: Readonly<Record<string, string>>): void;
}
