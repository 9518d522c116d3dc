import type { AuditEntry, Tx } from '../../shared/persistence/index.js';
import type { Actor, JsonObject, Tenant } from '../../shared/kernel/index.js';

/**
 * Identifies an actor: by `id` if it is not a person (such as a client), or by any of its permanent ids, `subs`, if it
 * is one.
 */
export interface AuditActorQuery {
  readonly id: string;
  readonly subs: readonly string[];
}

export interface AuditQuery {
  readonly tenant: Tenant;
  /** `from` is inclusive, `to` is exclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The permanent id (`sub`) of the person that the entry is about. */
  readonly subject?: string | undefined;
  /** Only entries of any of these kinds; `idv.*` matches all kinds that begin with `idv.`. */
  readonly kinds?: readonly string[] | undefined;
  readonly actor?: AuditActorQuery | undefined;
  readonly actorKind?: Actor['kind'] | undefined;
  readonly outcome?: 'done' | 'refused' | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  /**
   * Only entries of these kinds with the outcome `done`. If `subject` is given too, all entries about that person are
   * read before they are filtered.
   */
  readonly doneOf?: readonly string[] | undefined;
}

export interface AuditRecord {
  readonly id: string;
  /** The entry's number in the hash chain, or null until the entry is linked. */
  readonly number: number | null;
  readonly at: Date;
  /** The time of the entry in UTC with microseconds, as `AuditPosition` uses it. */
  readonly exactAt: string;
  readonly kind: string;
  readonly outcome: 'done' | 'refused';
  readonly actorKind: Actor['kind'];
  /** Null if the actor was a person who has been erased. `actorAlias` still shows which entries have the same actor. */
  readonly actor: string | null;
  readonly actorAlias: string | null;
  /** The member of staff on whose behalf the client acted, as the client stated it. */
  readonly actingFor: string | null;
  readonly subject: string | null;
  readonly subjectAlias: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: JsonObject;
  /** The free-text reason; erased together with the subject. */
  readonly comments: string | null;
}

/** The position after a page: the time of its last entry, to the microsecond, and its id. */
export type AuditPosition = readonly string[];

export interface AuditPage {
  readonly entries: AuditRecord[];
  /** Where the next page begins, or undefined on the last page. */
  readonly end: AuditPosition | undefined;
}

/**
 * The audit log. A change is audited in its own transaction with `tx.pending.audit`; use `record` for everything else.
 */
export abstract class AuditLog {
  /** Stores an entry for an event that changes no data: a refusal, a login, a view of evidence. */
  abstract record(entry: AuditEntry): Promise<void>;

  /**
   * Makes every entry that names this person anonymous forever; the hash chain stays intact. Call it after the last
   * entry about the person is committed, because another entry would create a new alias.
   */
  abstract erase(subject: string, tx?: Tx): Promise<void>;

  abstract find(tenant: Tenant, id: string): Promise<AuditRecord | undefined>;

  /** Returns one page of entries, newest first. */
  abstract list(query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage>;
}

/**
 * Translates between the internal `sub`, which the log stores for persons, and the `userId` that enterprises choose.
 */
export abstract class AuditSubjects {
  abstract subOf(tenant: Tenant, userId: string): Promise<string | undefined>;

  /** Returns user ids by `sub`, in one query for all. Erased users and users of other tenants are left out. */
  abstract userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
