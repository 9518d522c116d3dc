import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext } from './request-context.js';

/** For whom work is done where work has to wait: tenants take turns, and a session may have to wait for itself. */
export interface QueueKey {
  readonly tenant: string;
  readonly session: string;
}

const storage = new AsyncLocalStorage<QueueKey>();

/** Queues that the work comes to, however deep inside, know whose it is. */
export const withQueueKey = <T>(turn: QueueKey, work: () => T): T => storage.run(turn, work);
export const currentTurn = (): QueueKey | undefined => storage.getStore() ?? currentContext()?.turn;
