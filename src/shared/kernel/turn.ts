import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext } from './request-context.js';

/** Whose work it is. Queues serve tenants in turn, and some run only one piece of work of a session at a time. */
export interface QueueKey {
  readonly tenant: string;
  readonly session: string;
}

const storage = new AsyncLocalStorage<QueueKey>();

/** Runs work for a tenant and session. All queues that the work passes use them, including those of nested calls. */
export const withQueueKey = <T>(turn: QueueKey, work: () => T): T => storage.run(turn, work);
export const currentTurn = (): QueueKey | undefined => storage.getStore() ?? currentContext()?.turn;
