import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from './rules/session-ref.js';
import { isOpen, openStatuses } from './rules/session-status.js';
import { ChipReading } from '../chips/chip-reading.entity.js';
import { Handover } from '../handover/handover.entity.js';
import { Session } from './session.entity.js';

/** The only access to sessions. A lookup by the token or by the owner's secret does not need a tenant. */
@Injectable()
export class SessionRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(Session) private readonly rows: Repository<Session>,
  ) {}

  find({ tenant, sessionId }: SessionRef): Promise<Session | null> {
    return this.rows.findOneBy({ ...of(tenant), sessionId });
  }

  findByToken(tenant: Tenant, tokenHash: string): Promise<Session | null> {
    return this.rows.findOneBy({ ...of(tenant), tokenHash });
  }

  findByTokenAnywhere(_scope: AllTenants, tokenHash: string): Promise<Session | null> {
    return this.rows.findOneBy({ tokenHash });
  }

  findByOwner(_scope: AllTenants, ownerHash: string): Promise<Session | null> {
    return this.rows.findOneBy({ ownerHash });
  }

  findByFollower(_scope: AllTenants, followerHash: string): Promise<Session | null> {
    return this.rows.findOneBy({ followerHash });
  }

  findByVendorRef(_scope: AllTenants, vendorRef: string): Promise<Session | null> {
    return this.rows.findOneBy({ vendorRef });
  }

  lock(tx: Tx, { tenant, sessionId }: SessionRef): Promise<Session | null> {
    return tx.lock(Session, { ...of(tenant), sessionId });
  }

  /**
   * Locks the open sessions of a user. Concurrent requests to open a session for the same user wait for this lock, so
   * that only one session stays open.
   */
  async lockOpenOf(tx: Tx, tenant: Tenant, sub: string): Promise<Session[]> {
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.openSessionOfUser, sub]);
    const open = await tx.rows<{ id: string }>(OPEN_OF, [tenant.enterpriseId, tenant.test, sub, openStatuses]);
    const locked: Session[] = [];
    for (const { id } of open) {
      const session = await this.lock(tx, { tenant, sessionId: id });
      if (session && isOpen(session.status)) locked.push(session);
    }
    return locked;
  }

  async add(tx: Tx, session: Session): Promise<void> {
    await tx.add(session);
  }

  /** Adds the decoding cost of a picture to the total of the session, and returns the new total. */
  async spendOnPicture({ tenant, sessionId }: SessionRef, cost: number): Promise<number> {
    const values = [tenant.enterpriseId, tenant.test, sessionId, cost];
    return (await this.db.one<{ spent: number }>(SPEND_ON_PICTURE, values))?.spent ?? Infinity;
  }

  /** Whether a document with one of these keyed hashes was verified for another user of the tenant. */
  async isOfAnother({ enterpriseId, test, sub }: Session, marks: readonly string[]): Promise<boolean> {
    return (await this.db.rows(OF_ANOTHER, [enterpriseId, test, marks, sub])).length > 0;
  }

  /**
   * Whether a document with this keyed hash was verified for another user of the tenant. It first waits for all
   * transactions that are just verifying a document with the same hash.
   */
  async isOfAnotherByNow(tx: Tx, { enterpriseId, test, sub }: Session, mark: string): Promise<boolean> {
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.documentMark, mark]);
    return (await tx.rows(OF_ANOTHER, [enterpriseId, test, [mark], sub])).length > 0;
  }

  /** Finds open sessions whose deadline has passed, starting with the longest overdue. */
  due(_scope: AllTenants, now: Date, except: readonly string[], limit: number): Promise<DueSession[]> {
    return this.db.rows<DueSession>(DUE, [now, limit, except]);
  }

  /** Finds sessions whose evidence must be dropped, starting with the longest overdue. */
  toDrop(_scope: AllTenants, now: Date, except: readonly string[], limit: number): Promise<DueSession[]> {
    return this.db.rows<DueSession>(TO_DROP, [now, limit, except]);
  }

  /** Finds all sessions of one person. */
  allOf(_scope: AllTenants, sub: string): Promise<Session[]> {
    return this.rows.find({ where: { sub }, order: { sessionId: 'ASC' } });
  }

  remove(tx: Tx, { tenant, sessionId }: SessionRef): void {
    tx.removeAll(ChipReading, { ...of(tenant), sessionId });
    tx.removeAll(Handover, { ...of(tenant), sessionId });
    tx.removeAll(Session, { ...of(tenant), sessionId });
  }
}

export type DueSession = Readonly<Pick<Session, 'sessionId' | 'enterpriseId' | 'test'>>;

const of = ({ enterpriseId, test }: Tenant) => ({ enterpriseId, test });

const OPEN_OF = `
  SELECT session_id AS id FROM idv.session
  WHERE enterprise_id = $1 AND test = $2 AND sub = $3 AND status = ANY ($4) ORDER BY session_id`;

const SPEND_ON_PICTURE = `
  UPDATE idv.session SET pictures = pictures + $4
  WHERE enterprise_id = $1 AND test = $2 AND session_id = $3 RETURNING pictures AS spent`;

const OF_ANOTHER = `
  SELECT FROM idv.session
  WHERE enterprise_id = $1 AND test = $2 AND document_mark = ANY ($3) AND sub <> $4 AND status = 'VERIFIED' LIMIT 1`;

const DUE = `
  SELECT session_id AS "sessionId", enterprise_id AS "enterpriseId", test FROM idv.session
  WHERE expires_at <= $1 AND status IN ('PENDING', 'IN_PROGRESS') AND session_id <> ALL ($3::uuid[])
  ORDER BY expires_at LIMIT $2`;

const TO_DROP = `
  SELECT session_id AS "sessionId", enterprise_id AS "enterpriseId", test FROM idv.session
  WHERE drop_at <= $1 AND session_id <> ALL ($3::uuid[]) ORDER BY drop_at LIMIT $2`;
