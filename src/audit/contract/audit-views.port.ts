import type { AllTenants, Tenant } from '../../shared/kernel/index.js';

/** How many persons somebody at the console has looked at. */
export interface Reader {
  readonly enterpriseId: string;
  readonly test: boolean;
  /** The operator, by the permanent id. */
  readonly sub: string;
  readonly persons: number;
}

/** The numbers of persons from which an operator is reported; 0 means never. */
export interface UnusuallyMany {
  /**
   * Persons looked at, as the log has them: entries that end in `-viewed`, exports, and rows of later pages of a list.
   */
  readonly lookedAt: number;
  /** Persons shown by lists and searches, including their first pages. */
  readonly listed: number;
}

/** Counts the persons whom operators have looked at, each person once. */
export abstract class AuditViews {
  /** Notes that a list shows these persons, by `sub`, to the operator who asks. The log keeps none of their names. */
  abstract noteListed(tenant: Tenant, persons: readonly string[]): Promise<void>;

  /** Operators who have read unusually much of one side of one enterprise since then. */
  abstract readers(scope: AllTenants, since: Date, many: UnusuallyMany): Promise<readonly Reader[]>;

  /** Forgets whom lists showed before that time. */
  abstract forgetListed(scope: AllTenants, before: Date): Promise<void>;
}
