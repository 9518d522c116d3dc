import { Injectable } from '@nestjs/common';
import { declaredTypes, type DomainEvent, revive, type StoredEvent } from '../kernel/index.js';
import { Database, isoTime, type Sql, WITHOUT_SYNC } from '../persistence/index.js';

/**
 * An event in the outbox, and the number of delivery attempts begun so far. The process that commits the event makes
 * the first attempt immediately after the commit.
 */
export interface Undelivered {
  readonly event: DomainEvent;
  readonly attempts: number;
}

/** Selects parked events: all, those of one type, or a single one. */
export interface ParkedEvents {
  readonly type?: string;
  readonly id?: string;
}

type Row = StoredEvent & { readonly attempts: number };

/**
 * The outbox table. Reads only events whose types this process knows. During an upgrade, processes of the other version
 * deliver the remaining events.
 */
@Injectable()
export class OutboxStore {
  constructor(private readonly db: Database) {}

  /**
   * Leases overdue events. An attempt is counted before it begins, so that an event that crashes its process is
   * eventually parked.
   */
  async take(limit: number, leaseMs: number): Promise<Undelivered[]> {
    return (await this.db.rows<Row>(TAKE, [declaredTypes(), limit, leaseMs])).map(undelivered);
  }

  /** The undelivered events about one object, leased or not: at most 100, the oldest first. */
  async about(key: string): Promise<Undelivered[]> {
    return (await this.db.rows<Row>(ABOUT, [key, declaredTypes()])).map(undelivered);
  }

  async delivered(ids: readonly string[]): Promise<void> {
    await this.db.rows(DELIVERED, [ids]);
  }

  async postpone(id: string, reason: string, waitSeconds: number): Promise<void> {
    await this.db.rows(POSTPONE, [id, reason, waitSeconds]);
  }

  async park(id: string, reason: string): Promise<void> {
    await this.db.rows('UPDATE shared.outbox SET parked_at = now(), last_error = $2 WHERE id = $1', [id, reason]);
  }

  async replayParked({ type, id }: ParkedEvents, sql: Sql = this.db): Promise<number> {
    return (await sql.rows(REPLAY, [type ?? null, id ?? null])).length;
  }
}

const undelivered = ({ attempts, ...stored }: Row): Undelivered => ({ event: revive(stored), attempts });

const COLUMNS = `id, type, payload, attempts,
  ${isoTime('occurred_at')} AS "occurredAt"`;

/**
 * Leases due events. The CTE is needed because PostgreSQL may run a subquery, with its limit, more than once. The ids
 * are passed as an array, because for a join PostgreSQL would expect many rows and read the whole table.
 */
const TAKE = `
  WITH due AS (
    SELECT id FROM shared.outbox WHERE parked_at IS NULL AND due_at <= now() AND type = ANY($1::text[])
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE shared.outbox SET due_at = now() + $3 * interval '1 millisecond', attempts = attempts + 1
  WHERE id = ANY (ARRAY(SELECT id FROM due)) AND ${WITHOUT_SYNC} RETURNING ${COLUMNS}`;

const DELIVERED = `DELETE FROM shared.outbox WHERE id = ANY($1::uuid[]) AND ${WITHOUT_SYNC}`;

const ABOUT = `
  SELECT ${COLUMNS} FROM shared.outbox
  WHERE key = $1 AND parked_at IS NULL AND type = ANY($2::text[]) ORDER BY occurred_at LIMIT 100`;

const POSTPONE = `
  UPDATE shared.outbox SET last_error = $2, due_at = now() + $3 * interval '1 second'
  WHERE id = $1 AND parked_at IS NULL`;

const REPLAY = `
  UPDATE shared.outbox SET parked_at = NULL, attempts = 0, due_at = now()
  WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR type = $1) AND ($2::uuid IS NULL OR id = $2) RETURNING 1`;

export interface OutboxFigures {
  /** The number of events that have not been delivered yet, excluding parked ones. */
  readonly depth: number;
  /** The delay of the most overdue event in seconds, or 0. */
  readonly overdueSeconds: number;
  /**
   * The number of events that failed too often, and wait for an operator to replay them. A number above 0 should raise
   * an alarm.
   */
  readonly parked: number;
}

/** The size and delay of the outbox, for metrics and alarms. */
@Injectable()
export class OutboxStats {
  constructor(private readonly db: Database) {}

  async read(): Promise<OutboxFigures> {
    const [figures] = await this.db.rows<OutboxFigures>(FIGURES);
    return figures ?? { depth: 0, overdueSeconds: 0, parked: 0 };
  }

  /** Counts the overdue events of types that this process does not know. */
  unknownTypes(): Promise<{ type: string; waiting: number }[]> {
    return this.db.rows(STRANGERS, [declaredTypes()]);
  }
}

const FIGURES = `
  SELECT count(*) FILTER (WHERE parked_at IS NULL)::int AS depth,
         count(*) FILTER (WHERE parked_at IS NOT NULL)::int AS parked,
         greatest(0, extract(epoch FROM now() - min(due_at) FILTER (WHERE parked_at IS NULL)))::float8 AS "overdueSeconds"
  FROM shared.outbox`;

const STRANGERS = `
  SELECT type, count(*)::int AS waiting FROM shared.outbox
  WHERE parked_at IS NULL AND due_at < now() - interval '1 minute' AND type <> ALL($1::text[]) GROUP BY type`;
