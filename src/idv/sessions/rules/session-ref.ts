import type { Tenant } from '../../../shared/kernel/tenant.js';

export interface SessionRef {
  readonly tenant: Tenant;
  readonly sessionId: string;
}
