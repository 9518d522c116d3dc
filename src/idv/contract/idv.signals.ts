/** The topic of the signal to all processes that a page of the session would now show something else. */
export const SESSION_CHANGED = 'idv/session-changed';

export type SessionChanged = {
  readonly sessionId: string;
  /** Absent if only the pages of the session need the signal. The live streams of operators read it. */
  readonly enterpriseId?: string;
  readonly test?: boolean;
};
