import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Not, Repository } from 'typeorm';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { Grant } from '../roles/grants.js';
import { ConsoleSession } from './console-session.entity.js';
import { noteSessionsChanged } from './session-life.js';

/**
 * A session with the current roles of its operator. The roles are read for each request, so that removing one takes
 * effect immediately.
 */
export interface KnownSession extends Omit<ConsoleSession, 'cookieDigest'> {
  readonly userId: string;
  readonly endsAt: Date | null;
  readonly grants: readonly Grant[];
}

/** The columns that change when the operator uses a passkey again. */
export type Renewed = Pick<ConsoleSession, 'cookieDigest' | 'passkeyAt' | 'lastUsedAt' | 'address' | 'userAgent'>;

/**
 * Stores the sessions of operators in the console, which belong to no tenant. Each request reads its session, so that
 * ending one takes effect immediately.
 */
@Injectable()
export class ConsoleSessionRepository {
  constructor(
    @InjectRepository(ConsoleSession) private readonly rows: Repository<ConsoleSession>,
    private readonly db: Database,
  ) {}

  async find(cookieDigest: string): Promise<KnownSession | undefined> {
    return this.db.oneByKey<KnownSession>(FIND, [cookieDigest]);
  }

  async findAll(ids: readonly string[]): Promise<KnownSession[]> {
    return this.db.rows<KnownSession>(FIND_ALL, [ids]);
  }

  of(sub: string): Promise<ConsoleSession[]> {
    return this.rows.find({ select: SHOWN, where: { sub }, order: { id: 'DESC' }, take: 50 });
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await this.rows.update({ id }, { lastUsedAt: at });
  }

  /** Renews a session. Returns false if it has ended. */
  async renew(tx: Tx, { id, sub }: KnownSession, renewed: Renewed): Promise<boolean> {
    return (await tx.manager.update(ConsoleSession, { id, sub }, renewed)).affected === 1;
  }

  async findById(id: string): Promise<KnownSession | undefined> {
    return (await this.findAll([id]))[0];
  }

  /** Ends the oldest sessions of an operator, so that only the `left` newest ones remain. */
  async endOldestOf(tx: Tx, sub: string, left: number): Promise<void> {
    const ended = await tx.manager.find(ConsoleSession, {
      select: { id: true },
      where: { sub },
      order: { id: 'DESC' },
      skip: left,
    });
    for (const { id } of ended) this.end(tx, id);
  }

  end(tx: Tx, id: string): void {
    noteSessionsChanged(tx);
    tx.removeAll(ConsoleSession, { id });
  }

  async endAllOf(tx: Tx, sub: string, but?: string): Promise<void> {
    noteSessionsChanged(tx);
    await tx.manager.delete(ConsoleSession, { sub, ...(but !== undefined && { id: Not(but) }) });
  }

  /** Deletes sessions that began before the given time, too long ago to be valid. */
  async purge(before: Date): Promise<void> {
    await this.rows.delete({ startedAt: LessThan(before) });
  }
}

/** All columns of a session except the digest of its cookie. */
const SHOWN = {
  ...{ id: true, sub: true, startedAt: true, lastUsedAt: true },
  ...{ passkeyAt: true, address: true, userAgent: true },
} as const;

/** Reads a session with its operator and roles in one statement, because every request needs them. */
const KNOWN = `
  SELECT s.id, s.sub, s.started_at AS "startedAt", s.last_used_at AS "lastUsedAt", s.passkey_at AS "passkeyAt", s.address,
         s.user_agent AS "userAgent", o.user_id AS "userId", o.ends_at AS "endsAt",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('enterpriseId', g.enterprise_id, 'side', g.side, 'role', g.role)
            ORDER BY g.enterprise_id, g.role, g.side), '[]')
          FROM operators."grant" g WHERE g.sub = o.sub) AS grants
  FROM operators.console_session s JOIN operators.operator o ON o.sub = s.sub`;

const FIND = `${KNOWN} WHERE s.cookie_digest = $1`;

const FIND_ALL = `${KNOWN} WHERE s.id = ANY ($1::uuid[])`;
