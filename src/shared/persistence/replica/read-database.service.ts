import { Injectable } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { sqlState } from '../../kernel/index.js';
import { Database } from '../database.js';
import { DeferredCommit } from '../deferred-commit.js';
import type { Sql, SqlParams } from '../sql.js';
import { Replica } from './replica.service.js';

/** PostgreSQL's code for a statement that took longer than our limit. It would take as long on the primary. */
const QUERY_CANCELED = '57014';

/**
 * For lists, searches and figures, never for what something is decided by: the answer may be some seconds old
 * where `DATABASE_READ_URL` names a replica. Without one that keeps up, the primary answers.
 */
@Injectable()
export class ReadDatabase implements Sql {
  constructor(
    private readonly primary: Database,
    private readonly replica: Replica,
  ) {}

  /** `work` only reads, since it is done again on the primary when the replica fails. */
  async read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    await DeferredCommit.current()?.settle(); // a failure of this work is not a failure of the replica
    const copy = this.replica.forRead();
    if (!copy) return work(this.primary);
    try {
      return await work(copy);
    } catch (error) {
      if (sqlState(error) === QUERY_CANCELED) throw error;
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
