import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { BatchedReads } from './batched-reads.js';
import type { RequestPool } from './request-pool.js';
import { runPrepared, type Sql, type SqlParams } from './sql.js';

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

export const clientOf = async (runner: QueryRunner): Promise<PoolClient> => (await runner.connect()) as PoolClient;

/**
 * Ignores errors on an idle connection. Without a listener, the driver's `error` event would end the process. The next
 * statement on the connection fails anyway.
 */
export const ignoreConnectionErrors = (client: PoolClient): void => {
  client.on('error', () => undefined);
};
