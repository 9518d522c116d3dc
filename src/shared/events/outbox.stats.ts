import { Injectable } from '@nestjs/common';
import { declaredTypes } from '../kernel/event.js';
import { Database } from '../persistence/database.js';

export interface OutboxFigures {
  /** Stored and not yet delivered, without the parked ones. */
  readonly depth: number;
  /** How long the event that is most overdue has been so, in seconds; 0 when nothing is. */
  readonly overdueSeconds: number;
  /** Failed too often, kept for a replay. More than 0 is an alarm. */
  readonly parked: number;
}

/** What metrics and alarms read of the outbox. */
@Injectable()
export class OutboxStats {
  constructor(private readonly db: Database) {}

  async read(): Promise<OutboxFigures> {
    const [figures] = await this.db.rows<OutboxFigures>(FIGURES);
    return figures ?? { depth: 0, overdueSeconds: 0, parked: 0 };
  }

  /** Overdue events of types that this process has no class for. */
  strangers(): Promise<{ type: string; waiting: number }[]> {
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
