import type { Tenant } from '../../shared/kernel/index.js';

/**
 * Translates between the internal `sub`, which the log stores for persons, and the `userId` that enterprises choose.
 */
export abstract class AuditSubjects {
  abstract subOf(tenant: Tenant, userId: string): Promise<string | undefined>;

  /** User ids by `sub`, in one query for all. Erased users and users of other tenants are left out. */
  abstract userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
