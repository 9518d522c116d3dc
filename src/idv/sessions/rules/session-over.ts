import { IdvErrors } from '../../contract/idv.errors.js';
import { isFinal, type SessionStatus } from './session-status.js';

/** Why nobody can continue a session with that status. */
export const sessionOver = (status: SessionStatus): Error =>
  status === 'EXPIRED'
    ? IdvErrors.expired()
    : isFinal(status) || status === 'REVIEW'
      ? IdvErrors.finished(undefined, { sessionStatus: status })
      : IdvErrors.noSession();
