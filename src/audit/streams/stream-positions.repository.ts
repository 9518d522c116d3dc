import { Injectable } from '@nestjs/common';
import { Database } from '../../shared/persistence/index.js';
import { ENTRY_CONTENT, type LinkedEntry } from '../chain/chain-content.js';

export interface StreamLag {
  readonly target: string;
  readonly waiting: number;
  /** When the oldest entry that is waiting for delivery was written. */
  readonly oldest: Date | null;
}

/** The duration of a lease: longer than sending a batch may take, so that no second process sends the same batch. */
const LEASE_SECONDS = 60;

@Injectable()
export class StreamPositions {
  constructor(private readonly db: Database) {}

  /**
   * Takes the lease for a target and returns the number of the last delivered entry, or undefined if another process
   * holds the lease.
   */
  async lease(target: string, process: string): Promise<number | undefined> {
    const row = await this.db.one<{ number: number }>(LEASE, [target, process, LEASE_SECONDS]);
    return row?.number;
  }

  /** Stores a new position. Returns false if the lease was lost and another process is sending now. */
  async advance(target: string, process: string, number: number): Promise<boolean> {
    const row = await this.db.one<{ target: string }>(ADVANCE, [target, process, number, LEASE_SECONDS]);
    return row !== undefined;
  }

  async release(target: string, process: string): Promise<void> {
    await this.db.rows(RELEASE, [target, process]);
  }

  entriesAfter(number: number, most: number): Promise<LinkedEntry[]> {
    return this.db.rows<LinkedEntry>(ENTRIES_AFTER, [number, most]);
  }

  lags(): Promise<StreamLag[]> {
    return this.db.rows<StreamLag>(LAGS);
  }
}

const LEASE = `
  INSERT INTO shared.audit_stream AS s (target, number, leased_by, leased_until)
  VALUES ($1, 0, $2, clock_timestamp() + make_interval(secs => $3))
  ON CONFLICT (target) DO UPDATE SET leased_by = excluded.leased_by, leased_until = excluded.leased_until
  WHERE s.leased_by = excluded.leased_by OR s.leased_until < clock_timestamp()
  RETURNING s.number::float8 AS number`;

const ADVANCE = `
  UPDATE shared.audit_stream SET number = $3, leased_until = clock_timestamp() + make_interval(secs => $4)
  WHERE target = $1 AND leased_by = $2 RETURNING target`;

const RELEASE = `
  UPDATE shared.audit_stream SET leased_until = clock_timestamp() WHERE target = $1 AND leased_by = $2`;

const ENTRIES_AFTER = `
  SELECT l.number::float8 AS number, encode(l.hash, 'hex') AS hash, ${ENTRY_CONTENT}
  FROM shared.audit_link l JOIN shared.audit_entry e ON e.id = l.entry_id
  WHERE l.number > $1 ORDER BY l.number LIMIT $2`;

const LAGS = `
  SELECT s.target, (coalesce((SELECT l.number FROM shared.audit_link l ORDER BY l.number DESC LIMIT 1), 0)
                    - s.number)::float8 AS waiting,
    (SELECT e.at FROM shared.audit_link l JOIN shared.audit_entry e ON e.id = l.entry_id
     WHERE l.number > s.number ORDER BY l.number LIMIT 1) AS oldest
  FROM shared.audit_stream s`;
