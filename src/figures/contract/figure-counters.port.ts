/** How often a process writes what it has counted. */
export const FLUSH_MS = 10_000;

/** The tenant that is counted. */
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
   * Counts one event, as a whole and by the key of each dimension. A figure source must declare the figure under
   * `counted`.
   */
  abstract count(tenant: CountedTenant, name: string, keys: Readonly<Record<string, string>>): void;
}
