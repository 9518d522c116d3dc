import type { Tenant } from '../../../shared/kernel/index.js';

export interface SessionRef {
  readonly tenant: Tenant;
  readonly sessionId: string;
}
