import { Injectable } from '@nestjs/common';
import { JobAdministration } from '../../../shared/jobs/index.js';
import { Database, UnitOfWork, withoutDeferral } from '../../../shared/persistence/index.js';
import { EngineRequest } from './engine-request.entity.js';
import { EngineRequestSealer, readingKind, readingPools, REQUEST_ANSWERED, REQUEST_ASKED } from './engine-request.js';

export interface NewEngineRequest {
  readonly requestId: string;
  readonly pool: string;
  readonly sealedRequest: Buffer;
  readonly wantedForMs: number;
  /** The key of the tenant; empty for a request that belongs to no tenant. */
  readonly tenant: string;
}

export interface OpenEngineRequest {
  readonly sealedRequest: Buffer;
  readonly tenant: string;
}

/**
 * Maximum number of waiting requests per pool, each with the pictures of a document or one picture of a face. A tenant
 * may add a request only while it has fewer waiting requests than there are free places. So a single tenant can take at
 * most half of the places.
 */
const MOST_WAITING = 256;

/** The only access to engine requests and their jobs. A request can be found only by its ID. */
@Injectable()
export class EngineRequestRepository {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly jobs: JobAdministration,
    private readonly sealer: EngineRequestSealer,
  ) {}

  /**
   * Stores a request, and a job in the tenant's own queue (`lane`). Returns false if too many requests are waiting.
   * Commits at once, even if the caller has an open transaction, because other processes must see the request.
   */
  ask({ requestId, pool, sealedRequest, wantedForMs, tenant }: NewEngineRequest): Promise<boolean> {
    const values = [requestId, pool, sealedRequest, wantedForMs, MOST_WAITING, tenant];
    const payload = { jobId: requestId, needs: this.sealer.activeKey };
    return withoutDeferral(() =>
      this.uow.run(
        async (tx) => {
          if ((await tx.rows(ADD, values)).length === 0) return false;
          tx.pending.jobs.push({ kind: readingKind(pool), payload, dedupeKey: requestId, lane: tenant });
          tx.pending.signals.push({ topic: REQUEST_ASKED, payload: { pool } });
          return true;
        },
        { durable: false },
      ),
    );
  }

  /**
   * Reads a request. Returns `undefined` if the requester no longer waits for a response, or if there is already a
   * response.
   */
  open(requestId: string): Promise<OpenEngineRequest | undefined> {
    return this.db.one<OpenEngineRequest & Record<string, unknown>>(OPEN, [requestId]);
  }

  answer(requestId: string, sealedAnswer: Buffer): Promise<void> {
    return this.uow.run(
      (tx) => {
        tx.send(ANSWER, [requestId, sealedAnswer]);
        tx.pending.signals.push({ topic: REQUEST_ANSWERED, payload: { jobId: requestId } });
        return Promise.resolve();
      },
      { durable: false },
    );
  }

  /** Returns the response to a request, and deletes the request. */
  async collect(requestId: string): Promise<Buffer | undefined> {
    return (await this.db.one<{ answer: Buffer }>(COLLECT, [requestId]))?.answer;
  }

  /** Removes a request and its job. Returns true if a process had already started to analyse the pictures. */
  withdraw(requestId: string, pool: string): Promise<boolean> {
    return withoutDeferral(() =>
      this.uow.run(
        async (tx) => {
          await tx.manager.delete(EngineRequest, { requestId });
          return (await this.jobs.withdraw(tx, readingKind(pool), [requestId])) === 0;
        },
        { durable: false },
      ),
    );
  }

  /**
   * Signals to all processes that a job can be leased again, because the process that had leased it has failed or
   * released it.
   */
  askAgain(pool: string): Promise<void> {
    return this.uow.run(
      (tx) => {
        tx.pending.signals.push({ topic: REQUEST_ASKED, payload: { pool } });
        return Promise.resolve();
      },
      { durable: false },
    );
  }

  /** Removes engine requests whose requester has ended, and jobs that no longer have a request. */
  async removeUnwanted(): Promise<void> {
    const removed = await this.db.rows<{ requestId: string; pool: string }>(REMOVE_UNWANTED);
    for (const { requestId, pool } of removed) await this.jobs.withdraw(this.db, readingKind(pool), [requestId]);
    await this.db.rows(REMOVE_LEFT_JOBS, [readingPools.map(readingKind)]);
  }

  async figures(): Promise<{ pool: string; waiting: number; running: number }[]> {
    const figures = await this.jobs.figuresOf(readingPools.map(readingKind));
    return readingPools.flatMap((pool) =>
      figures
        .filter(({ kind }) => kind === readingKind(pool))
        .map(({ waiting, running }) => ({ pool, waiting, running })),
    );
  }
}

const ADD = `
  WITH line AS (
    SELECT count(*) AS length, count(*) FILTER (WHERE tenant = $6) AS own
    FROM idv.engine_job WHERE pool = $2 AND answer IS NULL AND wanted_until > now()
  )
  INSERT INTO idv.engine_job (job_id, pool, job, wanted_until, tenant, has_job)
  SELECT $1, $2, $3, now() + $4 * interval '1 millisecond', $6, true FROM line WHERE line.own < $5 - line.length
  RETURNING 1`;

const OPEN = `
  SELECT job AS "sealedRequest", tenant FROM idv.engine_job
  WHERE job_id = $1 AND answer IS NULL AND wanted_until > now()`;

const ANSWER = 'UPDATE idv.engine_job SET answer = $2 WHERE job_id = $1 AND answer IS NULL';

const COLLECT = 'DELETE FROM idv.engine_job WHERE job_id = $1 AND answer IS NOT NULL RETURNING answer';

const REMOVE_UNWANTED = `
  DELETE FROM idv.engine_job WHERE wanted_until < now() RETURNING job_id AS "requestId", pool`;

/**
 * Removes jobs that have no request any more and have been due for five minutes. A process that analyses pictures
 * completes such jobs at once, so they remain only if no such process is running.
 */
const REMOVE_LEFT_JOBS = `
  DELETE FROM shared.job WHERE kind = ANY($1) AND parked_at IS NULL AND due_at < now() - interval '5 minutes'
    AND NOT EXISTS (SELECT FROM idv.engine_job WHERE engine_job.job_id::text = job.dedupe_key)`;
