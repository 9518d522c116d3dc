import { Injectable } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { runPrepared, type Sql, type SqlParams } from './sql.js';

/** Runs plain prepared SQL, for reads and hot paths that need no entities. */
@Injectable()
export class Database implements Sql {
  constructor(readonly dataSource: DataSource) {}

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]> {
    return runPrepared<R>(this.pool, text, params);
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
