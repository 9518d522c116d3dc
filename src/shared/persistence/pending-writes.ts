import {
  type Actor,
  type JsonObject,
  type Tenant,
  currentActor,
  currentContext,
  type DomainEvent,
  keyOf,
  newId,
  stampWith,
  typeOf,
} from '../kernel/index.js';
import { isoTime, type Sql } from './sql.js';

/**
 * An audit entry: who did what to whom, when and from where. Time, address and usually the actor come from the request.
 */
export interface AuditEntry {
  /** `<context>.<what>` in the past tense: `users.user-blocked`. */
  readonly kind: string;
  readonly outcome?: 'done' | 'refused';
  readonly tenant?: Tenant;
  /**
   * The person whom the entry is about, identified by the permanent id (`sub`). The entry contains only an alias, which
   * can be erased.
   */
  readonly subject?: string;
  /** Structured fields, but never personal data, a secret or a token, because entries cannot be changed or erased. */
  readonly details?: JsonObject;
  /**
   * The reason that a person gave, as free text. It may name persons, so it is stored separately and erased with the
   * subject. The entry contains only a commitment (a hash) to it. Requires `subject`.
   */
  readonly comments?: string | undefined;
  readonly actor?: Actor;
}

/**
 * A request for work that runs later, because it is slow, large or calls other services. It is stored in the current
 * transaction.
 */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /**
   * Requests with the same kind and key share one waiting job, with the latest payload and the earliest time. If a
   * request arrives while the job runs, the job runs again afterwards. Two jobs with the same key never run at once.
   */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
  /**
   * The lane of the job, if jobs of this kind are divided into lanes that take turns: for example, the id of the
   * endpoint to call.
   */
  readonly lane?: string;
}

/** A message to every process, as opposed to an event, which one process handles. */
export interface Signal {
  readonly topic: string;
  readonly payload: JsonObject;
}

/**
 * For this long after a commit, only the process that committed delivers the events. After that, the sweeper of any
 * process may deliver them.
 */
export const HEAD_START_SECONDS = 5;

/**
 * Collects what a transaction writes besides its own rows: events, jobs, signals and audit entries. One statement
 * writes them just before the commit.
 */
export class PendingWrites {
  readonly events: DomainEvent[] = [];
  readonly jobs: JobRequest[] = [];
  readonly signals: Signal[] = [];
  readonly audit: AuditEntry[] = [];

  /** Returns the current length of each list, for `returnTo`. */
  mark(): readonly number[] {
    return this.#lists.map((list) => list.length);
  }

  /** Drops everything that has been added since `mark` was called. */
  returnTo(mark: readonly number[]): void {
    this.#lists.forEach((list, at) => list.splice(mark[at] ?? 0));
  }

  get #lists(): readonly unknown[][] {
    return [this.events, this.jobs, this.signals, this.audit];
  }

  async flush(sql: Sql): Promise<void> {
    if (this.#lists.every((list) => list.length === 0)) return;
    const [stored] = await sql.rows<{ at: string }>(FLUSH, [
      JSON.stringify(this.events.map(eventRow)),
      JSON.stringify(this.jobs.map(jobRow)),
      JSON.stringify(this.signals),
      JSON.stringify(this.audit.map(auditRow)),
    ]);
    if (stored) stampWith(stored.at, this.events);
  }
}

const eventRow = (event: DomainEvent) => ({
  id: event.id,
  type: typeOf(event),
  key: keyOf(event),
  payload: event.payload,
});

const jobRow = ({ kind, payload, dedupeKey, dueAt, lane = '' }: JobRequest) => ({
  id: newId(),
  kind,
  payload,
  dedupe_key: dedupeKey ?? null,
  due_at: dueAt?.toISOString() ?? null,
  lane,
});

function auditRow(entry: AuditEntry) {
  const { kind, outcome = 'done', tenant, subject, details = {}, comments, actor = currentActor() } = entry;
  const context = currentContext();
  return {
    id: newId(),
    kind,
    outcome,
    enterprise_id: tenant?.enterpriseId ?? null,
    test: tenant?.test ?? null,
    actor_kind: actor.kind,
    actor_id: namesAPerson(actor) ? null : actor.id,
    actor_subject: namesAPerson(actor) ? actor.id : null,
    subject: subject ?? null,
    address: context?.address ?? null,
    request_id: context?.requestId ?? null,
    details: {
      ...details,
      ...(actor.actingFor !== undefined && { actingFor: actor.actingFor }),
      ...(actor.agreedBy !== undefined && { agreedBy: actor.agreedBy }),
      ...(actor.responsibleOperator !== undefined && { responsibleOperator: actor.responsibleOperator }),
    },
    comments: comments ?? null,
  };
}

const namesAPerson = (actor: Actor): boolean => actor.kind === 'user' || actor.isUser === true;

/**
 * Stores all pending writes of a transaction. A job that is requested again is updated even if nothing differs, because
 * the row lock makes workers wait until this transaction has committed. Otherwise a worker could finish the job without
 * seeing the change that requested it.
 *
 * Audit entries name people only by a random alias. Erasing the alias makes the entry anonymous, and leaves the hash
 * chain over the entries intact. An alias is created with the first entry about a person. The look-up also runs for
 * entries without a person, so that the duration of a refused sign-in does not reveal whether the user exists.
 *
 * The reason that a person gave for an action is erased with the alias of its subject. The entry contains only a
 * commitment to the reason, made with the salt of the alias.
 */
const FLUSH = `
  WITH moment AS MATERIALIZED (
    SELECT date_trunc('milliseconds', clock_timestamp()) AS at
  ), input AS (
    SELECT * FROM jsonb_to_recordset($4::jsonb) AS a(
      id uuid, kind text, outcome text, enterprise_id text, test boolean, actor_kind text, actor_id text,
      actor_subject text, subject text, address text, request_id text, details jsonb, comments text)
  ), persons AS (
    SELECT coalesce(subject, '') AS subject FROM input
    UNION SELECT actor_subject FROM input WHERE actor_subject IS NOT NULL
  ), known AS (
    SELECT alias, subject, salt FROM shared.audit_alias WHERE subject IN (SELECT subject FROM persons)
  ), made AS (
    INSERT INTO shared.audit_alias (subject)
    SELECT subject FROM persons WHERE subject <> '' AND subject NOT IN (SELECT subject FROM known) ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
    RETURNING alias, subject, salt
  ), aliases AS (
    SELECT * FROM known UNION ALL SELECT * FROM made
  ), entries AS (
    INSERT INTO shared.audit_entry
      (id, kind, outcome, enterprise_id, test, actor_kind, actor_id, actor_alias, subject_alias, address, request_id, details)
    SELECT i.id, i.kind, i.outcome, i.enterprise_id, i.test, i.actor_kind, i.actor_id,
           (SELECT alias FROM aliases WHERE subject = i.actor_subject),
           (SELECT alias FROM aliases WHERE subject = i.subject),
           i.address, i.request_id,
           i.details || CASE WHEN i.comments IS NULL THEN '{}' ELSE (
             SELECT jsonb_build_object('commentsAlias', shared.audit_alias_of(salt, i.comments))
             FROM aliases WHERE subject = i.subject) END
    FROM input i
  ), comments AS (
    INSERT INTO shared.audit_comment (entry_id, subject_alias, comments)
    SELECT i.id, a.alias, i.comments FROM input i JOIN aliases a ON a.subject = i.subject WHERE i.comments IS NOT NULL
  ), events AS (
    INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at)
    SELECT id, type, key, payload, moment.at, moment.at + interval '${HEAD_START_SECONDS} seconds'
    FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, type text, key text, payload jsonb), moment
  ), jobs AS (
    INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, lane)
    SELECT DISTINCT ON (kind, coalesce(dedupe_key, id::text)) id, kind, payload, dedupe_key,
           min(coalesce(due_at, now())) OVER (PARTITION BY kind, coalesce(dedupe_key, id::text)), lane
    FROM jsonb_to_recordset($2::jsonb)
      AS j(id uuid, kind text, payload jsonb, dedupe_key text, due_at timestamptz, lane text)
    ORDER BY kind, coalesce(dedupe_key, id::text), id DESC
    ON CONFLICT (kind, dedupe_key) WHERE parked_at IS NULL DO UPDATE SET
      payload = excluded.payload,
      lane = CASE WHEN job.lease IS NULL THEN excluded.lane ELSE job.lane END,
      due_at = CASE WHEN job.attempts = 0 THEN least(job.due_at, excluded.due_at) ELSE job.due_at END,
      again_at = CASE WHEN job.lease IS NULL THEN job.again_at ELSE least(job.again_at, excluded.due_at) END
  ), signals AS (
    INSERT INTO shared.signal (topic, payload)
    SELECT topic, payload FROM jsonb_to_recordset($3::jsonb) AS s(topic text, payload jsonb)
  )
  SELECT ${isoTime('at')} AS at FROM moment`;
