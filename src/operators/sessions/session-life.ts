import type { Grant } from '../roles/grants.js';
import type { Tx } from '../../shared/persistence/index.js';

const MINUTE_MS = 60_000;

export const WHOLE_MS = 480 * MINUTE_MS;
export const STEP_UP_MS = 5 * MINUTE_MS;
/** Minimum interval between two records of the use of a session, so that not every request writes to the database. */
export const USE_NOTED_MS = 20_000;

const IDLE_MINUTES = 15;
/**
 * The idle timeout for support staff, in minutes. It is longer than for other operators, because support staff talk to
 * people on the phone while a session is idle.
 */
const IDLE_MINUTES_OF_SUPPORT = 30;

export const idleMs = (grants: readonly Grant[]): number =>
  (isSupport(grants) ? IDLE_MINUTES_OF_SUPPORT : IDLE_MINUTES) * MINUTE_MS;

const isSupport = (grants: readonly Grant[]): boolean =>
  grants.length > 0 && grants.every(({ role }) => role === 'support');

export interface Times {
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
  readonly endsAt: Date | null;
  readonly grants: readonly Grant[];
}

export const endOf = ({ startedAt, endsAt }: Pick<Times, 'startedAt' | 'endsAt'>): number =>
  Math.min(startedAt.getTime() + WHOLE_MS, endsAt?.getTime() ?? Infinity);

export const isGood = (session: Times, now: number): boolean =>
  now < endOf(session) && now < session.lastUsedAt.getTime() + idleMs(session.grants);

/**
 * The topic of the signal that sessions have ended or that the rights of their operators have changed. Open streams
 * then check their sessions again.
 */
export const SESSIONS_CHANGED = 'operators.sessions-changed';

export const noteSessionsChanged = (tx: Tx): unknown =>
  tx.pending.signals.push({ topic: SESSIONS_CHANGED, payload: {} });
