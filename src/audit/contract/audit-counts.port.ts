import type { AllTenants } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';

export interface CountedDimension {
  readonly dimension: string;
  /** Counts all entries under one key, by the outcome, or by a member of the details. */
  readonly of: 'all' | 'outcome' | { readonly member: string };
  /** Counts only entries with this outcome. Without it, all. */
  readonly outcome?: 'done' | 'refused';
}

export interface CountedKind {
  readonly kind: string;
  /** The name of the figure. */
  readonly name: string;
  /** The name under which all are counted. */
  readonly rows: string;
  readonly dimensions: readonly CountedDimension[];
}

/** The number of entries of one hour, as figures are counted. */
export interface CountedEntries {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly name: string;
  readonly dimension: string;
  readonly at: Date;
  readonly key: string;
  readonly count: number;
}

/** Hours, as the parameters of a statement. */
interface CountedHours {
  readonly values: readonly [at: readonly Date[], since: readonly string[], before: readonly string[]];
}

/** Counts entries for the figures of those contexts that have written them. */
export abstract class AuditCounts {
  abstract oldest(scope: AllTenants, sql: Sql): Promise<Date | undefined>;

  abstract ofKind(
    scope: AllTenants,
    sql: Sql,
    hours: CountedHours,
    counted: CountedKind,
  ): Promise<readonly CountedEntries[]>;
}
