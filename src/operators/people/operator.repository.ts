import { Injectable } from '@nestjs/common';
import { newId } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Sql, type Tx } from '../../shared/persistence/index.js';
import type { Grant } from '../roles/grants.js';
import { noteSessionsChanged } from '../sessions/sessions-changed.js';

export interface Operator {
  readonly sub: string;
  /** The one that the operator has as a user. */
  readonly userId: string;
  readonly invitedAt: Date;
  readonly createdAt: Date;
  /** Set for one of an emergency. */
  readonly endsAt: Date | null;
  readonly grants: readonly Grant[];
}

/** `null`: on the command line, at the start, or by a client. */
export interface Invitation {
  readonly invitedAt: Date;
  readonly invitedBy: string | null;
}

/** Operators and what they were granted. They belong to no tenant. */
@Injectable()
export class OperatorRepository {
  constructor(private readonly db: Database) {}

  list(): Promise<Operator[]> {
    return this.db.rows<Operator>(`${SELECT} GROUP BY o.sub ORDER BY o.sub LIMIT ${MOST}`);
  }

  find(sub: string, sql: Sql = this.db): Promise<Operator | undefined> {
    return sql.rows<Operator>(`${SELECT} WHERE o.sub = $1 GROUP BY o.sub`, [sub]).then(([found]) => found);
  }

  /** The addresses that these were invited by. */
  async userIdsOf(subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.db.rows<{ sub: string; userId: string }>(USER_IDS, [subs]);
    return new Map(rows.map(({ sub, userId }) => [sub, userId]));
  }

  async findByUserId(userId: string): Promise<Operator | undefined> {
    return this.db.one<Operator>(`${SELECT} WHERE o.user_id = $1 GROUP BY o.sub`, [userId]);
  }

  /** Changes of operators are made one after the other: who is the last owner depends on all. */
  async lockAll(tx: Tx): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.operators]);
  }

  async add(
    tx: Tx,
    { sub, userId, createdAt, endsAt }: Omit<Operator, 'grants' | 'invitedAt'>,
    by: string | null,
  ): Promise<void> {
    await tx.rows(ADD, [sub, userId, createdAt, endsAt]);
    await this.#keepInvitation(tx, sub, { invitedAt: createdAt, invitedBy: by });
  }

  async noteInvited(tx: Tx, sub: string, invitation: Invitation): Promise<void> {
    await tx.rows('UPDATE operators.operator SET invited_at = $2 WHERE sub = $1', [sub, invitation.invitedAt]);
    await this.#keepInvitation(tx, sub, invitation);
  }

  /** Lets nobody invite the operator again before the transaction ends. */
  async lockInvitations(tx: Tx, sub: string): Promise<void> {
    await tx.rows('SELECT FROM operators.operator WHERE sub = $1 FOR SHARE', [sub]);
  }

  /** The invitations of the last days. */
  invitationsOf(sub: string, sql: Sql = this.db): Promise<Invitation[]> {
    return sql.rows<Invitation>(INVITATIONS, [sub]);
  }

  async setGrants(tx: Tx, sub: string, grants: readonly Grant[]): Promise<void> {
    noteSessionsChanged(tx);
    await tx.rows('DELETE FROM operators."grant" WHERE sub = $1', [sub]);
    await tx.rows(GRANT, [
      sub,
      grants.map(({ enterpriseId }) => enterpriseId),
      grants.map(({ side }) => side),
      grants.map(({ role }) => role),
    ]);
  }

  async remove(tx: Tx, sub: string): Promise<void> {
    noteSessionsChanged(tx);
    await tx.rows('DELETE FROM operators.operator WHERE sub = $1', [sub]);
  }

  /** Owners of all enterprises who stay, but for this one. */
  async otherOwners(sql: Sql, sub: string): Promise<string[]> {
    return (await sql.rows<{ sub: string }>(OTHER_OWNERS, [sub])).map((row) => row.sub);
  }

  /** No request waits for as long. */
  async forgetInvitations(now: Date): Promise<void> {
    const before = new Date(now.getTime() - INVITATIONS_KEPT_MS);
    await this.db.rows('DELETE FROM operators.invitation WHERE invited_at < $1', [before]);
  }

  async ended(now: Date): Promise<Operator[]> {
    return this.db.rows<Operator>(`${SELECT} WHERE o.ends_at <= $1 GROUP BY o.sub`, [now]);
  }

  async #keepInvitation(tx: Tx, sub: string, { invitedAt, invitedBy }: Invitation): Promise<void> {
    await tx.rows(INVITE, [newId(), sub, invitedBy, invitedAt]);
  }
}

const MOST = 1_000;
const INVITATIONS_KEPT_MS = 3 * 86_400_000;

const SELECT = `
  SELECT o.sub, o.user_id AS "userId", o.invited_at AS "invitedAt", o.created_at AS "createdAt", o.ends_at AS "endsAt",
         coalesce(jsonb_agg(jsonb_build_object('enterpriseId', g.enterprise_id, 'side', g.side, 'role', g.role)
           ORDER BY g.enterprise_id, g.role, g.side) FILTER (WHERE g.sub IS NOT NULL), '[]') AS grants
  FROM operators.operator o LEFT JOIN operators."grant" g ON g.sub = o.sub`;

const USER_IDS = 'SELECT sub, user_id AS "userId" FROM operators.operator WHERE sub = ANY ($1::uuid[])';

const ADD = `
  INSERT INTO operators.operator (sub, user_id, invited_at, created_at, ends_at) VALUES ($1, $2, $3, $3, $4)`;

const INVITE = `
  INSERT INTO operators.invitation (id, sub, invited_by, invited_at) VALUES ($1, $2, $3, $4)`;

const INVITATIONS = `
  SELECT invited_at AS "invitedAt", invited_by AS "invitedBy" FROM operators.invitation WHERE sub = $1`;

const GRANT = `
  INSERT INTO operators."grant" (sub, enterprise_id, side, role)
  SELECT DISTINCT $1::uuid, g.enterprise_id, g.side, g.role
  FROM unnest($2::text[], $3::text[], $4::text[]) AS g (enterprise_id, side, role)`;

const OTHER_OWNERS = `
  SELECT DISTINCT o.sub FROM operators.operator o JOIN operators."grant" g ON g.sub = o.sub
  WHERE g.role = 'owner' AND g.enterprise_id = '*' AND g.side <> 'test' AND o.ends_at IS NULL AND o.sub <> $1`;
