import type { AllTenants, Tenant } from '../../shared/kernel/index.js';

/** How many persons somebody at the console has looked at. */
export interface Reader {
  readonly enterpriseId: string;
  readonly test: boolean;
  /** The operator, by the permanent id. */
  readonly sub: string;
  readonly persons: number;
}

/** Numbers of persons from which on an operator is told of; 0: never. */
export interface UnusuallyMany {
  /** Looked at, as the log has it: entries that end in `-viewed`, exports, and rows of pages after the first of a list. */
  readonly lookedAt: number;
  /** Shown by lists and searches, their first pages too. */
  readonly listed: number;
}

/** Counts whom operators have looked at, each person once. */
export abstract class AuditViews {
  /** Notes that a list shows these persons, by `sub`, to the operator who asks. The log keeps none of their names. */
  abstract noteListed(tenant: Tenant, persons: readonly string[]): Promise<void>;

  /** Operators who have read unusually much of one side of one enterprise since then. */
  abstract readers(scope: AllTenants, since: Date, many: UnusuallyMany): Promise<readonly Reader[]>;

  /** Forgets whom lists showed before. */
  abstract forgetListed(scope: AllTenants, before: Date): Promise<void>;
}
