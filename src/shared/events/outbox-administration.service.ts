import { Injectable } from '@nestjs/common';
import { Database, isoMicroseconds, type Sql } from '../persistence/index.js';

/** An event whose delivery has failed too often. */
export interface ParkedEvent {
  readonly id: string;
  readonly type: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly occurredAt: Date;
  readonly parkedAt: Date;
  /** The position in the list, from which the next page continues. */
  readonly position: readonly string[];
}

/** Shows parked events to operators, and lets them replay or remove individual events. */
@Injectable()
export class OutboxAdministration {
  constructor(private readonly db: Database) {}

  /** Lists parked events of one type or of all, the latest first. */
  parked(type: string | undefined, limit: number, after?: readonly string[]): Promise<ParkedEvent[]> {
    return this.db.rows<ParkedEvent>(PARKED, [type ?? null, limit, after?.[0] ?? null, after?.[1] ?? null]);
  }

  /** Schedules a parked event for delivery again. Returns its type, or `undefined` if it is not parked. */
  async replay(sql: Sql, id: string): Promise<string | undefined> {
    return (await sql.rows<{ type: string }>(REPLAY, [id]))[0]?.type;
  }

  /** Removes a parked event. Returns its type, or `undefined` if it is not parked. */
  async remove(sql: Sql, id: string): Promise<string | undefined> {
    return (await sql.rows<{ type: string }>(REMOVE, [id]))[0]?.type;
  }
}

const PARKED = `
  SELECT id, type, attempts, last_error AS "lastError", occurred_at AS "occurredAt", parked_at AS "parkedAt",
         ARRAY[${isoMicroseconds('parked_at')}, id::text] AS position
  FROM shared.outbox
  WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR type = $1)
    AND ($3::timestamptz IS NULL OR (parked_at, id) < ($3::timestamptz, $4::uuid))
  ORDER BY parked_at DESC, id DESC LIMIT $2`;

const REPLAY = `
  UPDATE shared.outbox SET parked_at = NULL, attempts = 0, due_at = now()
  WHERE id = $1 AND parked_at IS NOT NULL RETURNING type`;

const REMOVE = 'DELETE FROM shared.outbox WHERE id = $1 AND parked_at IS NOT NULL RETURNING type';
