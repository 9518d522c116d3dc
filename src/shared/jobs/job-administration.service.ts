import { Injectable } from '@nestjs/common';
import { Database, isoMicroseconds, type Sql } from '../persistence/index.js';

export interface JobFigures {
  readonly kind: string;
  /** Jobs that are not running and not in a held lane, whether they are due or not. */
  readonly waiting: number;
  readonly running: number;
  /**
   * Jobs whose attempts have all failed. They stay in the table until an operator replays or removes them. A number
   * above 0 should raise an alarm.
   */
  readonly parked: number;
  /** Jobs in held lanes. A lane is a queue for one destination; it is held while its circuit breaker is open. */
  readonly held: number;
  /** How many seconds the oldest due job is overdue; 0 if none is. Jobs in held lanes do not count. */
  readonly overdueSeconds: number;
}

/** A job that was set aside because all its attempts failed. */
export interface ParkedJob {
  readonly id: string;
  readonly kind: string;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly parkedAt: Date;
  /** The position of the job in the list. To get the next page, pass the position of the last job as `after`. */
  readonly position: readonly string[];
}

/** Shows jobs to operators, replays parked ones, and removes unwanted ones. */
@Injectable()
export class JobAdministration {
  constructor(private readonly db: Database) {}

  figures(): Promise<JobFigures[]> {
    return this.db.rows<JobFigures>(FIGURES);
  }

  /**
   * Returns the figures for the given kinds of jobs. Parked jobs are left out, because counting them requires reading
   * all jobs.
   */
  figuresOf(kinds: readonly string[]): Promise<JobFigures[]> {
    return this.db.rows<JobFigures>(FIGURES_OF, [kinds]);
  }

  /**
   * Removes the jobs with these keys, except running ones. Returns how many of the removed jobs had never been
   * attempted.
   */
  async withdraw(sql: Sql, kind: string, dedupeKeys: readonly string[]): Promise<number> {
    const removed = await sql.rows<{ attempts: number }>(WITHDRAW, [kind, dedupeKeys]);
    return removed.filter(({ attempts }) => attempts === 0).length;
  }

  /**
   * Makes parked jobs due again: all of them, those of one kind, or a single job. If another job with the same key is
   * already waiting, the parked job is deleted instead.
   */
  async replayParked(
    { kind, id }: { readonly kind?: string; readonly id?: string } = {},
    sql: Sql = this.db,
  ): Promise<number> {
    return (await sql.rows(REPLAY, [kind ?? null, id ?? null])).length;
  }

  /** Lists the parked jobs of one kind or of all kinds, most recently parked first. */
  parked(kind: string | undefined, limit: number, after?: readonly string[]): Promise<ParkedJob[]> {
    return this.db.rows<ParkedJob>(PARKED, [kind ?? null, limit, after?.[0] ?? null, after?.[1] ?? null]);
  }

  /** Returns the kind of a parked job and locks its row until the transaction ends. */
  async lockParked(sql: Sql, id: string): Promise<string | undefined> {
    return (await sql.rows<{ kind: string }>(LOCK_PARKED, [id]))[0]?.kind;
  }

  /** Removes a parked job and returns its kind. */
  async removeParked(sql: Sql, id: string): Promise<string | undefined> {
    return (await sql.rows<{ kind: string }>(REMOVE_PARKED, [id]))[0]?.kind;
  }
}

const figuresOf = (condition: string) => `
  SELECT kind,
         count(*) FILTER (WHERE parked_at IS NULL AND lease IS NULL AND until IS NULL)::int AS waiting,
         count(*) FILTER (WHERE lease IS NOT NULL)::int AS running,
         count(*) FILTER (WHERE parked_at IS NOT NULL)::int AS parked,
         count(*) FILTER (WHERE parked_at IS NULL AND lease IS NULL AND until IS NOT NULL)::int AS held,
         greatest(0, extract(epoch FROM now() - min(due_at) FILTER (WHERE parked_at IS NULL AND until IS NULL)))::float8
           AS "overdueSeconds"
  FROM shared.job LEFT JOIN shared.job_lane_hold USING (kind, lane) ${condition} GROUP BY kind ORDER BY kind`;

const FIGURES = figuresOf('');
const FIGURES_OF = figuresOf('WHERE kind = ANY($1) AND parked_at IS NULL');

const WITHDRAW = `
  DELETE FROM shared.job WHERE kind = $1 AND dedupe_key = ANY($2) AND parked_at IS NULL AND (lease IS NULL OR due_at < now())
  RETURNING attempts`;

/**
 * Inserts the parked jobs again, so that a job with the same key that is requested at the same time is no error: of the
 * two, the requested job stays.
 */
const REPLAY = `
  WITH parked AS (
    DELETE FROM shared.job
    WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR kind = $1) AND ($2::uuid IS NULL OR id = $2)
    RETURNING id, kind, payload, dedupe_key, last_error, created_at, lane
  )
  INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, last_error, created_at, lane)
  SELECT DISTINCT ON (kind, coalesce(dedupe_key, id::text))
         id, kind, payload, dedupe_key, now(), last_error, created_at, lane
  FROM parked ORDER BY kind, coalesce(dedupe_key, id::text), created_at DESC
  ON CONFLICT (kind, dedupe_key) WHERE parked_at IS NULL DO NOTHING RETURNING id`;

const PARKED = `
  SELECT id, kind, attempts, last_error AS "lastError", created_at AS "createdAt", parked_at AS "parkedAt",
         ARRAY[${isoMicroseconds('parked_at')}, id::text] AS position
  FROM shared.job
  WHERE parked_at IS NOT NULL AND ($1::text IS NULL OR kind = $1)
    AND ($3::timestamptz IS NULL OR (parked_at, id) < ($3::timestamptz, $4::uuid))
  ORDER BY parked_at DESC, id DESC LIMIT $2`;

const LOCK_PARKED = 'SELECT kind FROM shared.job WHERE id = $1 AND parked_at IS NOT NULL FOR UPDATE';

const REMOVE_PARKED = 'DELETE FROM shared.job WHERE id = $1 AND parked_at IS NOT NULL RETURNING kind';
