import { Injectable } from '@nestjs/common';
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

  async findByUserId(userId: string): Promise<Operator | undefined> {
    return this.db.one<Operator>(`${SELECT} WHERE o.user_id = $1 GROUP BY o.sub`, [userId]);
  }

  /** Changes of operators are made one after the other: who is the last owner depends on all. */
  async lockAll(tx: Tx): Promise<void> {
    await tx.rows('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.operators]);
  }

  async add(tx: Tx, { sub, userId, createdAt, endsAt }: Omit<Operator, 'grants' | 'invitedAt'>): Promise<void> {
    await tx.rows(ADD, [sub, userId, createdAt, endsAt]);
  }

  async noteInvited(sql: Sql, sub: string, at: Date): Promise<void> {
    await sql.rows('UPDATE operators.operator SET invited_at = $2 WHERE sub = $1', [sub, at]);
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

  async ended(now: Date): Promise<Operator[]> {
    return this.db.rows<Operator>(`${SELECT} WHERE o.ends_at <= $1 GROUP BY o.sub`, [now]);
  }
}

const MOST = 1_000;

const SELECT = `
  SELECT o.sub, o.user_id AS "userId", o.invited_at AS "invitedAt", o.created_at AS "createdAt", o.ends_at AS "endsAt",
         coalesce(jsonb_agg(jsonb_build_object('enterpriseId', g.enterprise_id, 'side', g.side, 'role', g.role)
           ORDER BY g.enterprise_id, g.role, g.side) FILTER (WHERE g.sub IS NOT NULL), '[]') AS grants
  FROM operators.operator o LEFT JOIN operators."grant" g ON g.sub = o.sub`;

const ADD = `
  INSERT INTO operators.operator (sub, user_id, invited_at, created_at, ends_at) VALUES ($1, $2, $3, $3, $4)`;

const GRANT = `
  INSERT INTO operators."grant" (sub, enterprise_id, side, role)
  SELECT DISTINCT $1::uuid, g.enterprise_id, g.side, g.role
  FROM unnest($2::text[], $3::text[], $4::text[]) AS g (enterprise_id, side, role)`;

const OTHER_OWNERS = `
  SELECT DISTINCT o.sub FROM operators.operator o JOIN operators."grant" g ON g.sub = o.sub
  WHERE g.role = 'owner' AND g.enterprise_id = '*' AND g.side <> 'test' AND o.ends_at IS NULL AND o.sub <> $1`;
