import type { JsonObject } from '../../shared/kernel/index.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';

const DAY_MS = 86_400_000;

/** After how many days a waiting review is reported again. */
export const OVERDUE_AFTER_DAYS = 14;

export const REMIND_OF_REVIEW = 'idv/remind-of-review';

export const isOverdue = (since: Date, now: Date): boolean => alarmAt(since) <= now;

const alarmAt = (from: Date): Date => new Date(from.getTime() + OVERDUE_AFTER_DAYS * DAY_MS);

/** The job that reports a review again, unless it is decided by then. */
export const reviewAlarm = ({ tenant, sessionId }: SessionRef, from: Date) => ({
  kind: REMIND_OF_REVIEW,
  payload: { enterpriseId: tenant.enterpriseId, test: tenant.test, sessionId } satisfies JsonObject,
  dedupeKey: sessionId,
  dueAt: alarmAt(from),
});
