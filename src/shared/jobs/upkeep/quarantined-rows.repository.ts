import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/index.js';

export interface SetAsideFigures {
  readonly work: string;
  readonly rows: number;
}

/** Stores which rows could not be processed, and until when `RowUpkeep` skips them. */
@Injectable()
export class QuarantinedRows {
  constructor(private readonly db: Database) {}

  async of(work: string): Promise<Map<string, Date>> {
    const rows = await this.db.rows<{ id: string; until: Date }>(OF_WORK, [work]);
    return new Map(rows.map(({ id, until }) => [id, until]));
  }

  /**
   * Records that a row has failed, so that it is skipped: for a minute after its first failure, then for twice as long
   * each time, up to a day. Returns the number of failures.
   */
  async add(work: string, id: string, now: Date): Promise<number> {
    return (await this.db.one<{ tries: number }>(ADD, [work, id, now]))?.tries ?? 1;
  }

  async forget(work: string, id: string): Promise<void> {
    await this.db.rows('DELETE FROM shared.set_aside WHERE work = $1 AND id = $2', [work, id]);
  }

  /**
   * Deletes the entries of failed rows that are probably no longer due: they could have been retried for more than a
   * day, but were not.
   */
  async forgetStale(work: string, now: Date): Promise<void> {
    await this.db.rows(FORGET_STALE, [work, now]);
  }

  figures(): Promise<SetAsideFigures[]> {
    return this.db.rows('SELECT work, count(*)::int AS rows FROM shared.set_aside GROUP BY work ORDER BY work');
  }
}

const OF_WORK = 'SELECT id, until FROM shared.set_aside WHERE work = $1';

const FORGET_STALE = `
  DELETE FROM shared.set_aside WHERE work = $1 AND until < $2::timestamptz - interval '1 day'`;

const ADD = `
  INSERT INTO shared.set_aside (work, id, tries, since, until)
  VALUES ($1, $2, 1, $3, $3::timestamptz + interval '1 minute')
  ON CONFLICT (work, id) DO UPDATE
  SET tries = set_aside.tries + 1,
      until = $3::timestamptz + least(interval '1 minute' * 2 ^ least(set_aside.tries, 20), interval '1 day')
  RETURNING tries`;
