import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { OVERDUE_AFTER_DAYS } from './review.js';
import type { Reason } from '../sessions/rules/reasons.js';
import { ReviewDecision } from './review-decision.entity.js';
import { Session } from '../sessions/session.entity.js';

export interface ReviewFilter {
  readonly userId?: string | undefined;
  readonly reason?: Reason | undefined;
  readonly overdue?: boolean | undefined;
  /**
   * Filters by claim. `none`: only reviews that nobody has claimed. `by`: only reviews that this reviewer has claimed.
   */
  readonly claimed?: 'none' | { readonly by: string } | undefined;
}

/** A position in the queue of reviews: the time since which the review has been waiting, and the ID of its session. */
export type ReviewPosition = readonly [since: string, sessionId: string];

/** The queue of reviews, and the decisions about them. */
@Injectable()
export class ReviewRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
    @InjectRepository(ReviewDecision) private readonly reviewDecisions: Repository<ReviewDecision>,
  ) {}

  /** Finds pending reviews, starting with the one that has waited longest. */
  page(tenant: Tenant, filter: ReviewFilter, now: Date, limit: number, after?: ReviewPosition): Promise<Session[]> {
    const query = this.sessions
      .createQueryBuilder('s')
      .where(`s.enterprise_id = :enterpriseId AND s.test = :test AND s.status = 'REVIEW'`, { ...of(tenant) })
      .orderBy({ 's.touched_at': 'ASC', 's.session_id': 'ASC' })
      .limit(limit);
    if (filter.userId !== undefined) query.andWhere('s.user_id = :userId', { userId: filter.userId });
    if (filter.reason !== undefined) query.andWhere('s.doubts @> ARRAY[:reason]', { reason: filter.reason });
    if (filter.overdue !== undefined)
      query.andWhere(`(s.touched_at <= ${LONG_AGO}) = :overdue`, { overdue: filter.overdue });
    if (filter.claimed === 'none') query.andWhere('(s.claimed_until IS NULL OR s.claimed_until <= :now)', { now });
    else if (filter.claimed)
      query.andWhere('s.claimed_by = :by AND s.claimed_until > :now', { by: filter.claimed.by, now });
    if (after)
      query.andWhere('(s.touched_at, s.session_id) > (:at::timestamptz, :id::uuid)', { at: after[0], id: after[1] });
    return query.getMany();
  }

  /** Finds a session that is or was in review. */
  async find({ tenant, sessionId }: SessionRef): Promise<Session | undefined> {
    const session = await this.sessions.findOneBy({ ...of(tenant), sessionId });
    const wasReviewed = session?.optIn === true && session.doubts.length > 0;
    return session && wasReviewed ? session : undefined;
  }

  /** Returns the decisions about a session in the order in which they were made. */
  decisions({ tenant, sessionId }: SessionRef): Promise<ReviewDecision[]> {
    return this.reviewDecisions.find({
      where: { ...of(tenant), sessionId },
      order: { decidedAt: 'ASC', decisionId: 'ASC' },
    });
  }

  /**
   * Returns the latest decision about a session. With four eyes, it may still need a second decision. The caller must
   * lock the session first.
   */
  async latest(tx: Tx, { tenant, sessionId }: SessionRef): Promise<ReviewDecision | null> {
    return tx.manager.findOne(ReviewDecision, {
      where: { ...of(tenant), sessionId },
      order: { decidedAt: 'DESC', decisionId: 'DESC' },
    });
  }

  async add(tx: Tx, decision: ReviewDecision): Promise<void> {
    await tx.add(decision);
  }

  removeOf(tx: Tx, { tenant, sessionId }: SessionRef): void {
    tx.removeAll(ReviewDecision, { ...of(tenant), sessionId });
  }

  async figures(_scope: AllTenants): Promise<{ waiting: number; overdue: number }> {
    const figures = await this.db.one<{ waiting: number; overdue: number }>(FIGURES);
    return figures ?? { waiting: 0, overdue: 0 };
  }

  /** Counts the pending reviews of a tenant, up to `most`. */
  async waiting({ enterpriseId, test }: Tenant, most: number): Promise<WaitingReviews> {
    const waiting = await this.db.one<WaitingReviews>(WAITING, [enterpriseId, test, most]);
    return waiting ?? { waiting: 0, overdue: 0, oldest: null };
  }
}

export interface WaitingReviews {
  readonly waiting: number;
  readonly overdue: number;
  readonly oldest: Date | null;
}

const of = ({ enterpriseId, test }: Tenant) => ({ enterpriseId, test });

const LONG_AGO = `now() - interval '${OVERDUE_AFTER_DAYS} days'`;

const FIGURES = `
  SELECT count(*)::int AS waiting, count(*) FILTER (WHERE touched_at <= ${LONG_AGO})::int AS overdue
  FROM idv.session WHERE status = 'REVIEW'`;

const WAITING = `
  SELECT count(*)::int AS waiting, count(*) FILTER (WHERE touched_at <= ${LONG_AGO})::int AS overdue,
         min(touched_at) AS oldest
  FROM (
    SELECT touched_at FROM idv.session WHERE enterprise_id = $1 AND test = $2 AND status = 'REVIEW'
    ORDER BY touched_at LIMIT $3) reviews`;
