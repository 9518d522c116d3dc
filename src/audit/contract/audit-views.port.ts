import type { AllTenants, Tenant } from '../../shared/kernel/index.js';

/** An operator, and the number of persons whose data the operator has viewed. */
export interface Reader {
  readonly enterpriseId: string;
  readonly test: boolean;
  /** The operator's permanent id. */
  readonly sub: string;
  readonly persons: number;
}

/** The numbers of viewed persons at which an operator is reported; 0 means never. */
export interface UnusuallyMany {
  /**
   * The number of persons whom the operator has viewed according to the audit log: entries with a kind that ends in
   * `-viewed`, exports, and rows of later pages of a list.
   */
  readonly lookedAt: number;
  /**
   * The number of persons whom lists and searches have shown to the operator, including first pages, which `lookedAt`
   * leaves out.
   */
  readonly listed: number;
}

/** Counts the persons whose data operators have viewed. Each person counts once. */
export abstract class AuditViews {
  /** Records that a list showed these persons (by `sub`) to the calling operator. The audit log does not name them. */
  abstract noteListed(tenant: Tenant, persons: readonly string[]): Promise<void>;

  /**
   * Returns the operators who, since that time, have viewed the data of unusually many persons of one enterprise, live
   * or test.
   */
  abstract readers(scope: AllTenants, since: Date, many: UnusuallyMany): Promise<readonly Reader[]>;

  /** Deletes the records that `noteListed` stored before this time. */
  abstract forgetListed(scope: AllTenants, before: Date): Promise<void>;
}
