import { Injectable } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { currentTx } from './current-tx.js';
import { DeferredCommit } from './deferred-commit.js';
import type { RequestPool } from './request-pool.js';
import { preparedQuery, runPrepared, type Sql, type SqlParams } from './sql.js';

/** Runs plain prepared SQL, for reads and hot paths that need no entities. */
@Injectable()
export class Database implements Sql {
  readonly #reads = new BatchedReads(() => this.pool);

  constructor(readonly dataSource: DataSource) {}

  get pool(): RequestPool {
    return (this.dataSource.driver as unknown as { master: RequestPool }).master;
  }

  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]> {
    return runPrepared<R>(this.pool, text, params);
  }

  /**
   * Reads a row by a unique key. It may share its connection with other such reads, so the statement must be fast and
   * must not write.
   */
  async oneByKey<R extends QueryResultRow>(text: string, params: SqlParams): Promise<R | undefined> {
    return (await this.#reads.rows<R>(text, params))[0];
  }

  async one<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R | undefined> {
    return (await this.rows<R>(text, params))[0];
  }
}

/** Maximum number of reads in a batch. It limits how long the last read waits for the ones before it. */
const MAX_BATCH = 16;

interface Read {
  readonly text: string;
  readonly params: SqlParams;
  /**
   * The async context of the read's own caller. Without it, all reads of a batch would run in the context of the
   * batch's first caller.
   */
  readonly context: AsyncResource;
  readonly resolve: (rows: never[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Sends reads that start in the same iteration of the event loop together, on one connection. This halves the cost of
 * a short read, because each write to a connection wakes up a process of PostgreSQL. While several enterprises are
 * active, reads are sent one by one, so that each takes its turn at the connections.
 */
class BatchedReads {
  /** The batch that is not sent yet. */
  #open: Read[] = [];

  constructor(private readonly pool: () => RequestPool) {}

  async rows<R extends QueryResultRow>(text: string, params: SqlParams): Promise<R[]> {
    const pool = this.pool();
    if (currentTx() || pool.othersAreActive()) return runPrepared<R>(pool, text, params);
    await DeferredCommit.current()?.settle();
    const context = new AsyncResource('BatchedRead');
    return new Promise<R[]>((resolve, reject) => this.#add(pool, { text, params, context, resolve, reject }));
  }

  #add(pool: RequestPool, read: Read): void {
    if (this.#open.length === 0 || this.#open.length === MAX_BATCH) this.#begin(pool);
    this.#open.push(read);
  }

  /** The pool is a parameter, because `this.pool()` may no longer find one when the batch is sent during a shutdown. */
  #begin(pool: RequestPool): void {
    const batch: Read[] = [];
    this.#open = batch;
    setImmediate(() => {
      if (this.#open === batch) this.#open = [];
      this.#send(pool, batch);
    });
  }

  #send(pool: RequestPool, batch: readonly Read[]): void {
    pool.connect((error, client, release) => {
      if (client) sendTogether(client, batch, release);
      else for (const { reject } of batch) reject(error ?? new Error('There is no connection'));
    });
  }
}

/** Sends all reads in a single write. After an error, the connection is closed, as after any failed statement of the pool. */
function sendTogether(client: PoolClient, batch: readonly Read[], release: (error?: Error) => void): void {
  const { stream } = client.connection;
  let unanswered = batch.length;
  let failure: Error | undefined;
  stream.cork();
  for (const { text, params, context, resolve, reject } of batch) {
    const answered = (error: Error | null, result: QueryResult) => {
      failure ??= error ?? undefined;
      if (--unanswered === 0) release(failure);
      if (error) reject(error);
      else resolve(result.rows as never[]);
    };
    context.runInAsyncScope(() => client.query(preparedQuery(text, params), answered));
  }
  stream.uncork();
}

export const clientOf = async (runner: QueryRunner): Promise<PoolClient> => (await runner.connect()) as PoolClient;

/**
 * Ignores errors on an idle connection. Without a listener, the driver's `error` event would end the process. The next
 * statement on the connection fails anyway.
 */
export const ignoreConnectionErrors = (client: PoolClient): void => {
  client.on('error', () => undefined);
};
