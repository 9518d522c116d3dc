import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../../shared/persistence/index.js';
import { EngineJobSealer } from './engine-job.js';

export interface NewEngineJob {
  readonly jobId: string;
  readonly pool: string;
  readonly sealedJob: Buffer;
  readonly wantedForMs: number;
  /** Empty: of nobody. */
  readonly tenant: string;
}

export interface TakenEngineJob {
  readonly jobId: string;
  readonly sealedJob: Buffer;
  readonly tenant: string;
}

/** Jobs that may wait in all: those of one tenant, as many as are free. Each holds the pictures of a document, or one of a face. */
const MOST_WAITING = 256;
/** A job that has ended so many processes or threads is not given to another one. */
const MOST_TRIES = 3;

/** The only access to jobs that wait for another process. Nobody asks for them but by their id. */
@Injectable()
export class EngineJobRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: EngineJobSealer,
  ) {}

  /** False when too many wait. */
  async add(tx: Tx, { jobId, pool, sealedJob, wantedForMs, tenant }: NewEngineJob): Promise<boolean> {
    const added = await tx.rows(ADD, [jobId, pool, sealedJob, wantedForMs, MOST_WAITING, tenant]);
    return added.length > 0;
  }

  /**
   * The first in the turns of tenants, for as long as it is held on to. What is sealed with a key that this process does
   * not have yet is left to others.
   */
  take(pool: string, leaseMs: number): Promise<TakenEngineJob | undefined> {
    const { prefixes } = this.sealer;
    return this.db.one<TakenEngineJob & Record<string, unknown>>(TAKE, [pool, leaseMs, MOST_TRIES, prefixes]);
  }

  async hold(jobId: string, leaseMs: number): Promise<void> {
    await this.db.rows(HOLD, [jobId, leaseMs]);
  }

  /** False when no other process may try it again. */
  async giveBack(tx: Tx, jobId: string): Promise<boolean> {
    return (await tx.rows(GIVE_BACK, [jobId, MOST_TRIES])).length > 0;
  }

  async answer(tx: Tx, jobId: string, sealedAnswer: Buffer): Promise<void> {
    await tx.rows(ANSWER, [jobId, sealedAnswer]);
  }

  /** Takes the answer away, with all that was kept of the job. */
  async collect(jobId: string): Promise<Buffer | undefined> {
    const [row] = await this.db.rows<{ answer: Buffer }>(COLLECT, [jobId]);
    return row?.answer;
  }

  /** Whether a process had begun with it. */
  async withdraw(jobId: string): Promise<boolean> {
    const [row] = await this.db.rows<{ tries: number }>(WITHDRAW, [jobId]);
    return (row?.tries ?? 1) > 0;
  }

  /** Removes jobs whose asker has ended. */
  async removeUnwanted(): Promise<void> {
    await this.db.rows('DELETE FROM idv.engine_job WHERE wanted_until < now()', []);
  }

  figures(): Promise<{ pool: string; waiting: number; running: number }[]> {
    return this.db.rows(FIGURES, []);
  }
}

const FREE = '(taken_until IS NULL OR taken_until < now())';

/**
 * As in the line of a process (waiting-line.ts). The line is where the job is that was taken last; before one is taken,
 * where the first one waits; and when it is empty, behind all that ever waited.
 */
const ADD = `
  WITH line AS (
    SELECT count(*) AS length, count(*) FILTER (WHERE tenant = $6) AS own,
      coalesce(max(place) FILTER (WHERE NOT ${FREE}), min(place),
        (SELECT max(next_place) FROM idv.engine_turn WHERE pool = $2), 0) AS place
    FROM idv.engine_job WHERE pool = $2 AND answer IS NULL AND wanted_until > now()
  ), turn AS (
    INSERT INTO idv.engine_turn AS turn (pool, tenant, next_place)
    SELECT $2, $6, line.place + 1 FROM line WHERE line.own < $5 - line.length
    ON CONFLICT (pool, tenant) DO UPDATE SET next_place = greatest(turn.next_place + 1, EXCLUDED.next_place)
    RETURNING next_place - 1 AS place
  )
  INSERT INTO idv.engine_job (job_id, pool, job, wanted_until, tenant, place)
  SELECT $1, $2, $3, now() + $4 * interval '1 millisecond', $6, turn.place FROM turn
  RETURNING 1`;

const TAKE = `
  UPDATE idv.engine_job SET taken_until = now() + $2 * interval '1 millisecond', tries = tries + 1
  WHERE job_id = (
    SELECT job_id FROM idv.engine_job
    WHERE pool = $1 AND answer IS NULL AND ${FREE} AND tries < $3 AND wanted_until > now()
      AND EXISTS (SELECT FROM unnest($4::bytea[]) AS prefix WHERE substring(job FROM 1 FOR length(prefix)) = prefix)
    ORDER BY place, job_id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  RETURNING job_id AS "jobId", job AS "sealedJob", tenant`;

/** One that was given back meanwhile is free. */
const HOLD = `
  UPDATE idv.engine_job SET taken_until = now() + $2 * interval '1 millisecond'
  WHERE job_id = $1 AND answer IS NULL AND taken_until IS NOT NULL`;

const GIVE_BACK = `
  UPDATE idv.engine_job SET taken_until = NULL WHERE job_id = $1 AND answer IS NULL AND tries < $2 RETURNING 1`;

const ANSWER = 'UPDATE idv.engine_job SET answer = $2 WHERE job_id = $1';
const COLLECT = 'DELETE FROM idv.engine_job WHERE job_id = $1 AND answer IS NOT NULL RETURNING answer';

/** A job that was not begun has cost nothing: those behind it move up. */
const WITHDRAW = `
  WITH gone AS (
    DELETE FROM idv.engine_job WHERE job_id = $1 RETURNING pool, tenant, place, tries
  ), given_back AS (
    UPDATE idv.engine_turn AS turn SET next_place = turn.next_place - 1 FROM gone
    WHERE turn.pool = gone.pool AND turn.tenant = gone.tenant AND gone.tries = 0
  ), moved_up AS (
    UPDATE idv.engine_job AS job SET place = job.place - 1 FROM gone
    WHERE job.pool = gone.pool AND job.tenant = gone.tenant AND job.place > gone.place AND job.taken_until IS NULL
      AND gone.tries = 0
  )
  SELECT tries FROM gone`;

const FIGURES = `
  SELECT pool, count(*) FILTER (WHERE ${FREE})::int AS waiting, count(*) FILTER (WHERE NOT ${FREE})::int AS running
  FROM idv.engine_job WHERE answer IS NULL GROUP BY pool`;
