import type { Tenant } from '../../shared/kernel/index.js';

/**
 * Translates persons: the log names them by the internal `sub`, enterprises know them by the `userId` that they chose.
 */
export abstract class AuditSubjects {
  abstract subOf(tenant: Tenant, userId: string): Promise<string | undefined>;

  /** User ids by `sub`, in one query for all. Erased users and users of other tenants are left out. */
  abstract userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
