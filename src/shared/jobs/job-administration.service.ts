import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';

export interface JobFigures {
  readonly kind: string;
  /** Stored and neither running nor held, due or not. */
  readonly waiting: number;
  readonly running: number;
  /** Failed too often and kept for a replay. More than 0 should raise an alarm. */
  readonly parked: number;
  /** In lanes that are held: their circuit breaker is open. */
  readonly held: number;
  /** The age of the most overdue job in seconds, or 0. Jobs in lanes that are held do not count. */
  readonly overdueSeconds: number;
}

/** Shows jobs to operators, and replays parked ones. */
@Injectable()
export class JobAdministration {
  constructor(private readonly db: Database) {}

  figures(): Promise<JobFigures[]> {
    return this.db.rows<JobFigures>(FIGURES);
  }

  /**
   * Makes parked jobs due again: all, those of a kind, or one. A parked job is dropped when one of the same key already
   * waits.
   */
  async replayParked({ kind, id }: { readonly kind?: string; readonly id?: string } = {}): Promise<number> {
    return (await this.db.rows(REPLAY, [kind ?? null, id ?? null])).length;
  }
}

const FIGURES = `
  SELECT kind,
         count(*) FILTER (WHERE parked_at IS NULL AND lease IS NULL AND until IS NULL)::int AS waiting,
         count(*) FILTER (WHERE lease IS NOT NULL)::int AS running,
         count(*) FILTER (WHERE parked_at IS NOT NULL)::int AS parked,
         count(*) FILTER (WHERE parked_at IS NULL AND lease IS NULL AND until IS NOT NULL)::int AS held,
         greatest(0, extract(epoch FROM now() - min(due_at) FILTER (WHERE parked_at IS NULL AND until IS NULL)))::float8
           AS "overdueSeconds"
  FROM shared.job LEFT JOIN shared.job_lane_hold USING (kind, lane) GROUP BY kind ORDER BY kind`;

const REPLAY = `
  WITH parked AS (
    SELECT id, kind, dedupe_key, created_at FROM shared.job
    WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR kind = $1) AND ($2::uuid IS NULL OR id = $2)
    FOR UPDATE
  ), chosen AS (
    SELECT DISTINCT ON (kind, coalesce(dedupe_key, id::text)) id FROM parked
    WHERE NOT EXISTS (SELECT FROM shared.job twin WHERE twin.kind = parked.kind
                      AND twin.dedupe_key = parked.dedupe_key AND twin.parked_at IS NULL)
    ORDER BY kind, coalesce(dedupe_key, id::text), created_at DESC
  ), superseded AS (
    DELETE FROM shared.job WHERE id IN (SELECT id FROM parked EXCEPT SELECT id FROM chosen)
  )
  UPDATE shared.job SET parked_at = NULL, attempts = 0, due_at = now(), again_at = NULL
  WHERE id IN (SELECT id FROM chosen) RETURNING id`;
