/** Told to every process when a page of the session would show something else. */
export const SESSION_CHANGED = 'idv/session-changed';

export type SessionChanged = {
  readonly sessionId: string;
  /** Not sent if the page may only watch. */
  readonly enterpriseId?: string;
  readonly test?: boolean;
};
