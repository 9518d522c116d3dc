import { Injectable } from '@nestjs/common';
import { type JsonObject, newId } from '../kernel/index.js';
import {
  advisoryLocks,
  Database,
  runPrepared,
  type SqlParams,
  type Statement,
  WITHOUT_SYNC,
} from '../persistence/index.js';
import type { QueryResultRow } from 'pg';

/** A job that this process has leased. Its row can be changed only while this lease is current. */
export interface LeasedJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: JsonObject;
  /** The number of attempts so far, including the current one. */
  readonly attempts: number;
  readonly lease: string;
}

export type LaneJob = LeasedJob & { readonly lane: string };

interface LaneOrder {
  readonly fromLane: string;
  /** How many jobs of one lane may run at once in all processes together. `Infinity` means no limit. */
  readonly laneCap: number;
  readonly offers?: readonly string[] | undefined;
}

const MOST_INT = 2 ** 31 - 1;

/**
 * The table of jobs. While a job is leased, `due_at` is the end of the lease, so a job becomes due again when its lease
 * is not renewed.
 */
@Injectable()
export class JobStore {
  constructor(private readonly db: Database) {}

  take(kind: string, leaseSeconds: number, limit: number): Promise<LeasedJob[]> {
    return this.db.rows<LeasedJob>(TAKE, [kind, leaseSeconds, limit]);
  }

  /**
   * Takes due jobs of a kind with lanes. At most `laneCap` jobs of a lane run at once in all processes together. No job
   * is taken from a held lane. Once the hold has expired, one job at a time is taken until the lane is released. Lanes
   * are visited in order, starting from `fromLane` and wrapping around.
   */
  takeFromLanes(kind: string, leaseSeconds: number, limit: number, lanes: LaneOrder): Promise<LaneJob[]> {
    const { fromLane, laneCap, offers } = lanes;
    const params = [kind, leaseSeconds, limit, fromLane, Math.min(laneCap, MOST_INT)];
    const lock = laneCap === Infinity ? undefined : lockOf(kind);
    return offers
      ? this.#byIndex(TAKE_WHAT_IS_OFFERED, [...params, offers], lock)
      : this.#byIndex(TAKE_FROM_LANES, params, lock);
  }

  /** Returns those of the given kinds that have due jobs. */
  async kindsDue(kinds: readonly string[]): Promise<string[]> {
    return (await this.#byIndex<{ kind: string }>(KINDS_DUE, [kinds])).map(({ kind }) => kind);
  }

  /** Extends the lease. Returns false if it was lost. */
  renew({ id, lease }: LeasedJob, leaseSeconds: number): Promise<boolean> {
    return this.#changed(RENEW, [id, lease, leaseSeconds]);
  }

  /** Removes a finished job, or makes it due again if requested during its run. Returns false if the lease was lost. */
  async finish({ id, lease }: LeasedJob): Promise<boolean> {
    return (await this.#changed(FINISH, [id, lease])) || this.#changed(RUN_AGAIN, [id, lease]);
  }

  /** Schedules the next run of a recurring job, after a success or, with a `reason`, after all attempts failed. */
  finishTurn({ id, lease }: LeasedJob, everySeconds: number, reason?: string): Promise<boolean> {
    return this.#changed(FINISH_TURN, [id, lease, everySeconds, reason ?? null]);
  }

  /** Schedules another attempt. After a wait of 0, the job runs before all jobs of its lane that were created later. */
  retry({ id, lease }: LeasedJob, reason: string, waitSeconds: number): Promise<boolean> {
    return this.#changed(RETRY, [id, lease, reason, waitSeconds]);
  }

  /** Retries a recurring job after the wait, or at its next regular time if that is sooner. */
  retryTurn({ id, lease }: LeasedJob, reason: string, waitSeconds: number, everySeconds: number): Promise<boolean> {
    return this.#changed(RETRY_TURN, [id, lease, reason, waitSeconds, everySeconds]);
  }

  /** Parks a job. Returns false if it was requested again during its run, or the lease was lost. */
  park({ id, lease }: LeasedJob, reason: string): Promise<boolean> {
    return this.#changed(PARK, [id, lease, reason]);
  }

  /** Makes a job due after the wait, and does not count the attempt. With `keepsAge`, it runs before younger jobs. */
  release({ id, lease }: LeasedJob, keepsAge = false, waitSeconds = 0): Promise<boolean> {
    return this.#changed(RELEASE, [id, lease, keepsAge, waitSeconds]);
  }

  /** Ensures that a recurring job exists, and that its next run is at most one interval away. */
  async keepRecurring(kind: string, everySeconds: number): Promise<void> {
    await this.db.rows(KEEP_RECURRING, [newId(), kind, everySeconds]);
  }

  /** Runs a statement that must use an index, even while PostgreSQL still believes that the table is small. */
  async #byIndex<R extends QueryResultRow>(text: string, params: SqlParams, first?: Statement): Promise<R[]> {
    const client = await this.db.pool.connect();
    try {
      // Pipelined: all statements are sent at once and run one after the other.
      const [, , rows] = await Promise.all([
        client.query(BEGIN_BY_INDEX),
        first && runPrepared(client, first.text, first.params),
        runPrepared<R>(client, text, params),
        client.query('COMMIT'),
      ]);
      client.release();
      return rows;
    } catch (error) {
      client.release(true); // closes the connection, because its transaction may still be open
      throw error;
    }
  }

  async #changed(sql: string, params: readonly unknown[]): Promise<boolean> {
    return (await this.db.rows(sql, params)).length > 0;
  }
}

/** Lets only one statement at a time take jobs of a kind. Otherwise two could both fill the last place in a lane. */
const lockOf = (kind: string): Statement => ({
  text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))',
  params: [advisoryLocks.jobLanes, kind],
});

/**
 * Leases due jobs. The CTE is needed because PostgreSQL may run a subquery, with its limit, more than once. The ids are
 * passed as an array, because for a join PostgreSQL would expect many rows and read the whole table.
 */
const TAKE = `
  WITH due AS (
    SELECT id FROM shared.job WHERE kind = $1 AND parked_at IS NULL AND due_at <= now()
    ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE shared.job
  SET lease = gen_random_uuid(), due_at = now() + $2 * interval '1 second', attempts = attempts + 1
  WHERE id = ANY (ARRAY(SELECT id FROM due)) AND ${WITHOUT_SYNC} RETURNING id, kind, payload, attempts, lease`;

/**
 * Forces PostgreSQL to use an index: a plan cached while the table was small would read the whole table. The commit
 * does not wait for the disk. If a crash of the database loses a lease, the job is taken again.
 */
export const BEGIN_BY_INDEX =
  'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL synchronous_commit = off';

/**
 * Finds the lanes one after another in the index, however many jobs each has, and stops when it has enough jobs. The
 * waiting jobs of a full lane are not read. Each condition fits only one index, whatever PostgreSQL estimates. Running
 * jobs are counted without `parked_at IS NULL`, which would allow other indexes; parked jobs have no lease anyway. Due
 * jobs are found by comparing the row `(lane, due_at)`, which needs the index on lanes: with the index on due times,
 * PostgreSQL would read the backlog of one lane to find the jobs of another.
 */
const takeFromLanes = (condition: string) => `
  WITH RECURSIVE lanes_after AS (
    (SELECT lane FROM shared.job WHERE kind = $1 AND parked_at IS NULL AND lane >= $4 ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT job.lane FROM shared.job WHERE kind = $1 AND parked_at IS NULL AND job.lane > lanes_after.lane
            ORDER BY job.lane LIMIT 1)
    FROM lanes_after WHERE lane IS NOT NULL
  ), lanes_before AS (
    (SELECT lane FROM shared.job WHERE kind = $1 AND parked_at IS NULL AND lane < $4 ORDER BY lane LIMIT 1)
    UNION ALL
    SELECT (SELECT job.lane FROM shared.job WHERE kind = $1 AND parked_at IS NULL AND job.lane > lanes_before.lane AND job.lane < $4
            ORDER BY job.lane LIMIT 1)
    FROM lanes_before WHERE lane IS NOT NULL
  ), lanes AS (
    SELECT lane FROM lanes_after WHERE lane IS NOT NULL UNION ALL SELECT lane FROM lanes_before WHERE lane IS NOT NULL
  ), due AS (
    SELECT job.id FROM lanes
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM shared.job
      WHERE kind = $1 AND lane = lanes.lane AND lease IS NOT NULL AND due_at > now()
    ) AS busy
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT CASE WHEN until > now() THEN 0 ELSE 1 END FROM shared.job_lane_hold
                       WHERE kind = $1 AND lane = lanes.lane), $5) AS room
    ) AS hold
    CROSS JOIN LATERAL (
      SELECT id FROM shared.job
      WHERE kind = $1 AND parked_at IS NULL
        AND (lane, due_at) >= (lanes.lane, '-infinity') AND (lane, due_at) <= (lanes.lane, now())${condition}
      ORDER BY lane, due_at LIMIT greatest(hold.room - busy.running, 0) FOR UPDATE SKIP LOCKED
    ) AS job
    LIMIT $3
  )
  UPDATE shared.job
  SET lease = gen_random_uuid(), due_at = now() + $2 * interval '1 second', attempts = attempts + 1
  WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING id, kind, payload, attempts, lease, lane`;

export const TAKE_FROM_LANES = takeFromLanes('');
const TAKE_WHAT_IS_OFFERED = takeFromLanes(` AND payload ->> 'needs' = ANY($6)`);

/** Finds kinds with due jobs. The LIMIT keeps PostgreSQL from reading all due jobs for a join. */
const KINDS_DUE = `
  SELECT kind FROM unnest($1::text[]) AS kind
  CROSS JOIN LATERAL (
    SELECT FROM shared.job WHERE job.kind = kind.kind AND parked_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT 1
  ) AS due`;

const RENEW = `
  UPDATE shared.job SET due_at = now() + $3 * interval '1 second' WHERE id = $1 AND lease = $2 AND ${WITHOUT_SYNC} RETURNING 1`;

const FINISH = 'DELETE FROM shared.job WHERE id = $1 AND lease = $2 AND again_at IS NULL RETURNING 1';

const RUN_AGAIN = `
  UPDATE shared.job SET lease = NULL, attempts = 0, last_error = NULL, due_at = again_at, again_at = NULL
  WHERE id = $1 AND lease = $2 AND again_at IS NOT NULL RETURNING 1`;

/** The next run, a whole number of intervals after the row's creation, so that delays and restarts do not shift it. */
const nextTurn = (everySeconds: string) =>
  `created_at + (floor(extract(epoch FROM now() - created_at) / ${everySeconds}) + 1) * ${everySeconds} * interval '1 second'`;

const FINISH_TURN = `
  UPDATE shared.job SET lease = NULL, attempts = 0, last_error = $4,
    due_at = least(again_at, ${nextTurn('$3::float8')}), again_at = NULL
  WHERE id = $1 AND lease = $2 RETURNING 1`;

const RETRY = `
  UPDATE shared.job SET lease = NULL, last_error = $3,
    due_at = CASE WHEN $4::float8 = 0 THEN created_at ELSE now() + $4 * interval '1 second' END
  WHERE id = $1 AND lease = $2 RETURNING 1`;

const RETRY_TURN = `
  UPDATE shared.job SET lease = NULL, last_error = $3,
    due_at = least(now() + $4 * interval '1 second', ${nextTurn('$5::float8')})
  WHERE id = $1 AND lease = $2 RETURNING 1`;

const PARK = `
  UPDATE shared.job SET lease = NULL, last_error = $3, parked_at = now()
  WHERE id = $1 AND lease = $2 AND again_at IS NULL RETURNING 1`;

const RELEASE = `
  UPDATE shared.job SET lease = NULL, attempts = attempts - 1,
    due_at = CASE WHEN $3 THEN created_at ELSE now() + $4::float8 * interval '1 second' END
  WHERE id = $1 AND lease = $2 RETURNING 1`;

const KEEP_RECURRING = `
  INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at) VALUES ($1, $2, '{}', 'recurring', now())
  ON CONFLICT (kind, dedupe_key) WHERE parked_at IS NULL
  DO UPDATE SET due_at = least(job.due_at, now() + $3 * interval '1 second') WHERE job.lease IS NULL`;
