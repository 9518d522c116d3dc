import { Injectable } from '@nestjs/common';
import type { DocumentType } from '@countersign/identity-engine';
import type { TimeRange } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { ReadDatabase } from '../../shared/persistence/index.js';
import { openStatuses, type SessionStatus } from '../sessions/rules/session-status.js';
import type { Reason } from '../sessions/rules/reasons.js';
import { Session } from '../sessions/session.entity.js';

export const sessionOrders = ['newest', 'oldest'] as const;
export type SessionOrder = (typeof sessionOrders)[number];

export interface SessionFilter extends TimeRange {
  readonly userId: string | undefined;
  readonly status: SessionStatus | undefined;
  readonly order: SessionOrder;
  readonly clientId?: string | undefined;
  readonly reason?: Reason | undefined;
  readonly doubt?: Reason | undefined;
  readonly documentType?: DocumentType | undefined;
  readonly documentCountry?: string | undefined;
}

/**
 * The position at which the next page of the list begins: the creation time and the ID of the last session on the
 * previous page.
 */
export type SessionPosition = [openedAt: string, sessionId: string];

/** Lists the sessions of an enterprise. There is an index for each order and filter. */
@Injectable()
export class SessionListRepository {
  constructor(private readonly db: ReadDatabase) {}

  /**
   * Returns a page of the list. A session whose deadline has passed at `now` does not count as open, even if it does
   * not have the status EXPIRED yet.
   */
  page(
    { enterpriseId, test }: Tenant,
    { from, to, order, reason, doubt, ...equal }: SessionFilter,
    now: Date,
    limit: number,
    after?: SessionPosition,
  ): Promise<Session[]> {
    const [direction, beyond] = order === 'newest' ? (['DESC', '<'] as const) : (['ASC', '>'] as const);
    return this.db.read(({ dataSource }) => {
      const query = dataSource.manager
        .createQueryBuilder(Session, 'session')
        .where({ enterpriseId, test })
        .orderBy({ 'session.createdAt': direction, 'session.sessionId': direction })
        .limit(limit);
      for (const [column, value] of Object.entries(equal)) if (value !== undefined) query.andWhere({ [column]: value });
      if (reason !== undefined) query.andWhere('session.reasons @> ARRAY[:reason]', { reason });
      if (doubt !== undefined) query.andWhere('session.doubts @> ARRAY[:doubt]', { doubt });
      if (openStatuses.some((open) => open === equal.status)) query.andWhere('session.expires_at > :now', { now });
      if (from) query.andWhere('session.created_at >= :from', { from });
      if (to) query.andWhere('session.created_at < :to', { to });
      if (after) {
        const [openedAt, sessionId] = after;
        query.andWhere(`(session.created_at, session.session_id) ${beyond} (:openedAt, :sessionId)`, {
          openedAt,
          sessionId,
        });
      }
      return query.getMany();
    });
  }
}
