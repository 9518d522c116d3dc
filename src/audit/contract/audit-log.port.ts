import type { AuditEntry, Tx } from '../../shared/persistence/index.js';
import type { Actor, JsonObject, Tenant } from '../../shared/kernel/index.js';

/** An actor by its own id, and persons by their permanent ids. */
export interface AuditActorQuery {
  readonly id: string;
  readonly subs: readonly string[];
}

export interface AuditQuery {
  readonly tenant: Tenant;
  /** `from` is inclusive, `to` is exclusive. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The person that the entry is about, by the permanent id (`sub`). */
  readonly subject?: string | undefined;
  /** Any of these kinds; `idv.*` stands for all that begin with `idv.`. */
  readonly kinds?: readonly string[] | undefined;
  readonly actor?: AuditActorQuery | undefined;
  readonly actorKind?: Actor['kind'] | undefined;
  readonly outcome?: 'done' | 'refused' | undefined;
  readonly address?: string | undefined;
  readonly requestId?: string | undefined;
  /** Only entries of these kinds. If a `subject` is given, they are read one by one. */
  readonly doneOf?: readonly string[] | undefined;
}

export interface AuditRecord {
  readonly id: string;
  /** The number in the chain, or null until the entry is linked. */
  readonly number: number | null;
  readonly at: Date;
  /** The same in UTC, with microseconds, as the position in a list has it. */
  readonly exactAt: string;
  readonly kind: string;
  readonly outcome: 'done' | 'refused';
  readonly actorKind: Actor['kind'];
  /** Null for a person who was erased. The alias still shows which entries are about the same person. */
  readonly actor: string | null;
  readonly actorAlias: string | null;
  /** The member of staff for whom the client said that it asked. */
  readonly actingFor: string | null;
  readonly subject: string | null;
  readonly subjectAlias: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: JsonObject;
  /** The reason that was given; erased with the subject. */
  readonly comments: string | null;
}

/** The position after a page: the time of its last entry, exact to the microsecond, and its id. */
export type AuditPosition = readonly string[];

export interface AuditPage {
  readonly entries: AuditRecord[];
  /** Where the next page begins, or undefined on the last one. */
  readonly end: AuditPosition | undefined;
}

/** The audit log. A change is audited in its own transaction (`tx.pending.audit`); everything else uses `record`. */
export abstract class AuditLog {
  /** Stores an entry for something that changes nothing: a refusal, a login, a look at evidence. */
  abstract record(entry: AuditEntry): Promise<void>;

  /**
   * Makes every entry that names this person anonymous for good; the chain over them stays intact. Call it once the
   * last entry about the person is committed, because another one would create a new alias.
   */
  abstract erase(subject: string, tx?: Tx): Promise<void>;

  abstract find(tenant: Tenant, id: string): Promise<AuditRecord | undefined>;

  /** Newest first. */
  abstract list(query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage>;
}
