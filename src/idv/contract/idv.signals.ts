/**
 * The topic of the signal that tells all processes that a session has changed, so that its open pages must be updated.
 */
export const SESSION_CHANGED = 'idv/session-changed';

export type SessionChanged = {
  readonly sessionId: string;
  /** Absent if only the pages of the session need the signal. The live streams of operators read it. */
  readonly enterpriseId?: string;
  readonly test?: boolean;
};
