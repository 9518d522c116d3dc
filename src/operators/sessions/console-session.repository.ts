import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { Grant } from '../roles/grants.js';
import { noteSessionsChanged } from './sessions-changed.js';

export interface ConsoleSession {
  readonly id: string;
  readonly sub: string;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  /** When a passkey was last shown. */
  readonly passkeyAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** A session with what its operator is granted now, so that a role that is taken away is gone at once. */
export interface KnownSession extends ConsoleSession {
  readonly userId: string;
  readonly endsAt: Date | null;
  readonly grants: readonly Grant[];
}

/** Sessions at the console. They belong to no tenant. Every request reads its own, so that its end is seen at once. */
@Injectable()
export class ConsoleSessionRepository {
  constructor(private readonly db: Database) {}

  async find(cookieDigest: string): Promise<KnownSession | undefined> {
    return this.db.one<KnownSession>(FIND, [cookieDigest]);
  }

  async findAll(ids: readonly string[]): Promise<KnownSession[]> {
    return this.db.rows<KnownSession>(`${KNOWN} WHERE s.id = ANY ($1::uuid[])`, [ids]);
  }

  of(sub: string): Promise<ConsoleSession[]> {
    return this.db.rows<ConsoleSession>(`${SELECT} WHERE s.sub = $1 ORDER BY s.id DESC LIMIT 50`, [sub]);
  }

  async add(session: ConsoleSession & { readonly cookieDigest: string }): Promise<void> {
    const { id, cookieDigest, sub, startedAt, address, userAgent } = session;
    await this.db.rows(ADD, [id, cookieDigest, sub, startedAt, address, userAgent]);
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await this.db.rows('UPDATE operators.console_session SET last_used_at = $2 WHERE id = $1', [id, at]);
  }

  async notePasskey(id: string, sub: string, at: Date): Promise<boolean> {
    return (await this.db.rows(STEP_UP, [id, sub, at])).length > 0;
  }

  async end(tx: Tx, id: string): Promise<void> {
    noteSessionsChanged(tx);
    await tx.rows('DELETE FROM operators.console_session WHERE id = $1', [id]);
  }

  async endAllOf(tx: Tx, sub: string, but: string | null = null): Promise<void> {
    noteSessionsChanged(tx);
    await tx.rows('DELETE FROM operators.console_session WHERE sub = $1 AND ($2::uuid IS NULL OR id <> $2)', [
      sub,
      but,
    ]);
  }

  /** A session that was begun before can be good no more. */
  async purge(before: Date): Promise<void> {
    await this.db.rows('DELETE FROM operators.console_session WHERE started_at < $1', [before]);
  }
}

const COLUMNS = `
  s.id, s.sub, s.started_at AS "startedAt", s.last_used_at AS "lastUsedAt", s.passkey_at AS "passkeyAt", s.address,
  s.user_agent AS "userAgent"`;

const SELECT = `SELECT ${COLUMNS} FROM operators.console_session s`;

const KNOWN = `
  SELECT ${COLUMNS}, o.user_id AS "userId", o.ends_at AS "endsAt",
         (SELECT coalesce(jsonb_agg(jsonb_build_object('enterpriseId', g.enterprise_id, 'side', g.side, 'role', g.role)
            ORDER BY g.enterprise_id, g.role, g.side), '[]')
          FROM operators."grant" g WHERE g.sub = o.sub) AS grants
  FROM operators.console_session s JOIN operators.operator o ON o.sub = s.sub`;

const FIND = `${KNOWN} WHERE s.cookie_digest = $1`;

const ADD = `
  INSERT INTO operators.console_session
    (id, cookie_digest, sub, started_at, last_used_at, passkey_at, address, user_agent)
  VALUES ($1, $2, $3, $4, $4, $4, $5, $6)`;

const STEP_UP = `
  UPDATE operators.console_session SET passkey_at = $3, last_used_at = $3 WHERE id = $1 AND sub = $2 RETURNING 1`;
