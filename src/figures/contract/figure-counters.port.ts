/** How often a process writes what it has counted. */
export const FLUSH_MS = 10_000;

/** The tenant that is counted. */
export interface CountedTenant {
  readonly enterpriseId: string;
  readonly test: boolean;
}

/**
 * Counts what leaves no rows. It answers from memory: each process adds its counts to those of the hour every ten seconds,
 * and a crash loses those since then.
 */
export abstract class FigureCounters {
  /** Counts one more, as a whole and by the key of each dimension. A source names the figure under `counted`. */
  abstract count(tenant: CountedTenant, name: string, keys: Readonly<Record<string, string>>): void;
}
