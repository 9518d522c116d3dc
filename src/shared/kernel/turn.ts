import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext } from './request-context.js';

/**
 * The tenant and session to which a piece of work belongs. Queues serve tenants in turn, and some run only one piece of
 * work of a session at a time.
 */
export interface QueueKey {
  readonly tenant: string;
  readonly session: string;
}

const storage = new AsyncLocalStorage<QueueKey>();

/**
 * Runs `work` under a queue key. Every queue that it enters, also in nested calls, counts it for this tenant and
 * session.
 */
export const withQueueKey = <T>(turn: QueueKey, work: () => T): T => storage.run(turn, work);
export const currentTurn = (): QueueKey | undefined => storage.getStore() ?? currentContext()?.turn;
