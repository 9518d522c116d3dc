import type { AllTenants } from '../../shared/kernel/index.js';

/** How many persons somebody at the console has looked at. */
export interface Reader {
  readonly enterpriseId: string;
  readonly test: boolean;
  /** The operator, by the permanent id. */
  readonly sub: string;
  readonly persons: number;
}

/**
 * Counts looks at persons, as the log has them: entries that end in `-viewed`, exports, and the rows of pages after the first
 * of a list of persons, which have a digest as `page`.
 */
export abstract class AuditViews {
  /** Operators who have looked at so many persons, or more, of one side of one enterprise since then. */
  abstract readers(scope: AllTenants, since: Date, atLeast: number): Promise<readonly Reader[]>;
}
