import type { Sql } from '../sql.js';

/** A position in the primary's write-ahead log, and the time at which it was read. */
interface Mark {
  readonly at: number;
  readonly position: string;
}

/**
 * Maximum number of stored marks (positions in the primary's log): one a second for ten minutes. A replica that has not
 * replayed even the oldest of them counts as unavailable.
 */
const MOST_MARKS = 600;

/**
 * Measures the maximum age of the replica's data: the age of the newest mark that the replica has replayed.
 * `pg_last_xact_replay_timestamp()` cannot replace this: it does not distinguish a replica that has lost its primary
 * from one whose primary is idle.
 */
export class ReplicaProgress {
  #marks: Mark[] = [];
  #asOf = -Infinity;

  constructor(
    private readonly mostLagMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get lagMs(): number {
    return this.now() - this.#asOf;
  }

  get keepsUp(): boolean {
    return this.lagMs <= this.mostLagMs;
  }

  forget(): void {
    this.#asOf = -Infinity;
  }

  async look(primary: Sql, copy: Sql): Promise<void> {
    const at = this.now();
    const [written] = await primary.rows<{ position: string; system: string }>(WRITTEN);
    if (!written) return;
    this.#marks.push({ at, position: written.position });
    if (this.#marks.length > MOST_MARKS) this.#marks.shift();
    const [replayed] = await copy.rows<{ at: number | null; system: string; copies: boolean }>(REPLAYED, [
      this.#marks.map((mark) => mark.position),
      this.#marks.map((mark) => mark.at),
    ]);
    if (!replayed?.copies || replayed.system !== written.system)
      throw new Error('DATABASE_READ_URL leads to a server that is no replica of DATABASE_URL');
    this.#asOf = replayed.at ?? -Infinity;
    this.#marks = this.#marks.filter((mark) => mark.at >= this.#asOf);
  }
}

const SYSTEM = '(SELECT system_identifier::text FROM pg_control_system()) AS system';

const WRITTEN = `SELECT pg_current_wal_lsn()::text AS position, ${SYSTEM}`;

const REPLAYED = `
  SELECT max(m.at) FILTER (WHERE m.position <= pg_last_wal_replay_lsn()) AS at, pg_is_in_recovery() AS copies, ${SYSTEM}
  FROM unnest($1::pg_lsn[], $2::float8[]) AS m(position, at)`;
