import type { JsonObject } from '../kernel/json.js';
import type { Actor } from '../kernel/request-context.js';
import type { Tenant } from '../kernel/tenant.js';

/** Who did what to whom, when and from where. When, where and (mostly) who come from the request. */
export interface AuditEntry {
  /** `<context>.<what>`, past tense: `users.user-blocked`. */
  readonly kind: string;
  readonly outcome?: 'done' | 'refused';
  readonly tenant?: Tenant;
  /** The person it is about, by the id that never changes (`sub`); kept behind an alias that can be erased. */
  readonly subject?: string;
  /** Plain facts. Never personal data, a secret or a token: entries cannot be changed or erased. */
  readonly details?: JsonObject;
  readonly actor?: Actor;
}
