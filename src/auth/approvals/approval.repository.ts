import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { columnsOf, Database, type Tx } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { Approval, POLL_SECONDS } from './approval.entity.js';

/**
 * Counts of the user's recent approval requests, on which the rate limits are based. `open` counts the requests of all
 * clients. `lastMinute` and `declined` count only the requests of one client.
 */
export interface Counted {
  readonly open: number;
  readonly lastMinute: number;
  readonly declined: number;
}

/** Reads and stores approvals. A row whose keyed hash does not match is treated as missing. */
@Injectable()
export class ApprovalRepository {
  readonly #poll: string;

  constructor(
    private readonly db: Database,
    private readonly seals: SealedRows,
    @InjectRepository(Approval) private readonly rows: Repository<Approval>,
  ) {
    this.#poll = poll(columnsOf(db.dataSource, Approval));
  }

  find(idHash: string): Promise<Approval | undefined> {
    return this.#sealed(this.rows.findOneBy({ idHash }));
  }

  isOne(notificationUuid: string): Promise<boolean> {
    return this.rows.existsBy({ notificationUuid });
  }

  async lockOf(tx: Tx, notificationUuid: string): Promise<Approval | undefined> {
    return this.#sealed(tx.lock(Approval, { notificationUuid }));
  }

  /**
   * Records a poll by the client. `tooSoon` means that the client polled too early, which also extends the required
   * interval between polls.
   */
  async poll(idHash: string, clientId: string): Promise<{ approval: Approval; tooSoon: boolean } | undefined> {
    const [row] = await this.db.rows<{ tooSoon: boolean }>(this.#poll, [idHash, clientId]);
    if (!row) return undefined;
    const { tooSoon, ...columns } = row;
    const approval = await this.#sealed(Promise.resolve(Object.assign(new Approval(), columns)));
    return approval && { approval, tooSoon };
  }

  async counted(tx: Tx, sub: string, clientId: string, now: Date): Promise<Counted> {
    const [counted] = await tx.rows<Counted>(COUNT, [sub, clientId, now]);
    return counted ?? { open: 0, lastMinute: 0, declined: 0 };
  }

  async #sealed(row: Promise<Approval | null>): Promise<Approval | undefined> {
    const found = await row;
    return found && (await this.seals.holds(found)) ? found : undefined;
  }
}

/** Tolerance for early polls, to allow for variations in clocks and network delays. */
const EARLY = `interval '250 milliseconds'`;

const poll = (columns: string): string => `
  UPDATE auth.approval kept
  SET polled_at = now(), wait_seconds = kept.wait_seconds + CASE WHEN before.too_soon THEN ${POLL_SECONDS} ELSE 0 END
  FROM (
    SELECT id_hash AS found, coalesce(
      state = 'OPEN' AND now() < polled_at + wait_seconds * interval '1 second' - ${EARLY}, false) AS too_soon
    FROM auth.approval WHERE id_hash = $1 AND client_id = $2 FOR UPDATE
  ) before
  WHERE kept.id_hash = before.found
  RETURNING ${columns}, before.too_soon AS "tooSoon"`;

const COUNT = `
  SELECT count(*) FILTER (WHERE state = 'OPEN' AND expires_at > $3)::int AS open,
    count(*) FILTER (WHERE client_id = $2 AND created_at > $3 - interval '1 minute')::int AS "lastMinute",
    count(*) FILTER (WHERE client_id = $2 AND state = 'DECLINED' AND ended_at > $3 - interval '10 minutes')::int AS declined
  FROM auth.approval WHERE sub = $1 AND created_at > $3 - interval '20 minutes'`;

/**
 * Deletes approvals that expired more than an hour ago: no client can use them, and they no longer count towards any
 * limit.
 */
export const EXPIRED = `
  DELETE FROM auth.approval WHERE id_hash IN (
    SELECT id_hash FROM auth.approval WHERE expires_at < now() - interval '1 hour' LIMIT $1)
  RETURNING 1`;
