import { IdvErrors } from '../../contract/idv.errors.js';
import { isFinal, type SessionStatus } from './session-status.js';

/** The error that says why a session with that status cannot be continued. */
export const sessionOver = (status: SessionStatus): Error =>
  status === 'EXPIRED'
    ? IdvErrors.expired()
    : isFinal(status) || status === 'REVIEW'
      ? IdvErrors.finished(undefined, { sessionStatus: status })
      : IdvErrors.noSession();
