import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { errorCode } from '../../kernel/index.js';
import { Database } from '../database.js';
import { DeferredCommit } from '../deferred-commit.js';
import type { Sql, SqlParams } from '../sql.js';
import { Replica } from './replica.service.js';

/**
 * PostgreSQL's error code for a statement that exceeded our time limit. Such a read is not repeated on the primary,
 * where it would take just as long.
 */
const QUERY_CANCELED = '57014';

/**
 * The database for lists, searches and figures. No decision may depend on it: with a replica (`DATABASE_READ_URL`), the
 * data may be some seconds old. If the replica is too far behind or unavailable, the primary is read.
 */
@Injectable()
export class ReadDatabase implements Sql {
  constructor(
    private readonly primary: Database,
    private readonly replica: Replica,
  ) {}

  /**
   * Runs reads on the replica if possible. `work` must not write. If the replica fails, it runs again on the primary.
   */
  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    await DeferredCommit.current()?.settle(); // outside `try`: a commit that fails is no failure of the replica
    const copy = this.replica.forRead();
    if (!copy) return work(this.primary);
    try {
      return await this.replica.whileItAnswers(work(copy));
    } catch (error) {
      if (errorCode(error) === QUERY_CANCELED) throw error;
      this.replica.giveUp(error);
      return work(this.primary);
    }
  }

  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]> {
    return this.read((db) => db.rows<R>(text, params));
  }

  one<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R | undefined> {
    return this.read((db) => db.one<R>(text, params));
  }
}
