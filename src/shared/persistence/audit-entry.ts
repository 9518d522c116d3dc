import type { Actor, JsonObject, Tenant } from '../kernel/index.js';

/**
 * An audit entry: who did what to whom, when and from where. Time, address and usually the actor come from the request.
 */
export interface AuditEntry {
  /** `<context>.<what>` in the past tense: `users.user-blocked`. */
  readonly kind: string;
  readonly outcome?: 'done' | 'refused';
  readonly tenant?: Tenant;
  /**
   * The person that the entry is about, by the permanent id (`sub`). It is stored behind an alias that can be erased.
   */
  readonly subject?: string;
  /** Plain facts, but never personal data, a secret or a token: entries cannot be changed or erased. */
  readonly details?: JsonObject;
  /**
   * The reason that a person gave, as free text. It may name persons, so it is stored separately and erased with the
   * subject; the entry contains only a commitment to it. Requires `subject`.
   */
  readonly comments?: string | undefined;
  readonly actor?: Actor;
}
