import { IdvErrors } from '../../contract/idv.errors.js';
import { isFinal, type SessionStatus } from './session-status.js';

/** Why nobody can go on with a session of that status. */
export const sessionOver = (status: SessionStatus): Error =>
  status === 'EXPIRED'
    ? IdvErrors.expired()
    : isFinal(status) || status === 'REVIEW'
      ? IdvErrors.finished(undefined, { sessionStatus: status })
      : IdvErrors.noSession();
