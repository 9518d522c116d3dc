import type { Tx } from '../../shared/persistence/index.js';

/**
 * The topic of the signal that sessions have ended, or their rights have changed. Open streams then check their
 * sessions again.
 */
export const SESSIONS_CHANGED = 'operators.sessions-changed';

export const noteSessionsChanged = (tx: Tx): unknown =>
  tx.pending.signals.push({ topic: SESSIONS_CHANGED, payload: {} });
