import type { AllTenants } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';

export interface CountedDimension {
  readonly dimension: string;
  /** How the counted entries are grouped: not at all, by their outcome, or by a member of their details. */
  readonly of: 'all' | 'outcome' | { readonly member: string };
  /** Counts only entries with this outcome. If omitted, counts all entries. */
  readonly outcome?: 'done' | 'refused';
}

export interface CountedKind {
  readonly kind: string;
  /** The name of the figure (an hourly count) under which the entries are counted. */
  readonly name: string;
  /** The name of the dimension in which all entries of this kind are counted, whatever their outcome and details. */
  readonly rows: string;
  readonly dimensions: readonly CountedDimension[];
}

/** The number of entries in one hour, for one figure. */
export interface CountedEntries {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly name: string;
  readonly dimension: string;
  readonly at: Date;
  readonly key: string;
  readonly count: number;
}

/**
 * Hours as parallel arrays, which a statement takes as parameters: the hours, the lowest id that each can contain, and
 * the lowest id of the hour after each.
 */
interface CountedHours {
  readonly values: readonly [at: readonly Date[], since: readonly string[], before: readonly string[]];
}

/** Counts audit entries for the figures (hourly counts) of the contexts that wrote them. */
export abstract class AuditCounts {
  abstract oldest(scope: AllTenants, sql: Sql): Promise<Date | undefined>;

  abstract ofKind(
    scope: AllTenants,
    sql: Sql,
    hours: CountedHours,
    counted: CountedKind,
  ): Promise<readonly CountedEntries[]>;
}
