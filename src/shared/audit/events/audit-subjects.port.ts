import type { Tenant } from '../../kernel/tenant.js';

/** The log names persons by the `sub` that only we know; enterprises know them by the `userId` that they chose. */
export abstract class AuditSubjects {
  abstract subOf(tenant: Tenant, userId: string): Promise<string | undefined>;

  /** By `sub`, in one query for all. Who was erased or is of another tenant is left out. */
  abstract userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
