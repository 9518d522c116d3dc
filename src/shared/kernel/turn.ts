import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext } from './request-context.js';

/** Whose work it is, wherever work has to wait: tenants take turns, and a session may have to wait for itself. */
export interface QueueKey {
  readonly tenant: string;
  readonly session: string;
}

const storage = new AsyncLocalStorage<QueueKey>();

/** Runs work for somebody. Every queue that the work passes, however deep inside, knows for whom it is done. */
export const withQueueKey = <T>(turn: QueueKey, work: () => T): T => storage.run(turn, work);
export const currentTurn = (): QueueKey | undefined => storage.getStore() ?? currentContext()?.turn;
