/**
 * The topic of the signal that tells all processes that a session has changed, so that its open pages must be updated.
 */
export const SESSION_CHANGED = 'idv/session-changed';

export type SessionChanged = {
  readonly sessionId: string;
  /**
   * The enterprise that the session belongs to, for the live streams of operators. Absent if only the open pages of the
   * session need to be updated.
   */
  readonly enterpriseId?: string;
  readonly test?: boolean;
};
