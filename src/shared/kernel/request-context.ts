import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueueKey } from './turn.js';

/** The acting party: a client of an enterprise, a user, an operator, or the service itself. */
export interface Actor {
  readonly kind: 'client' | 'user' | 'operator' | 'system';
  readonly id: string;
  /**
   * True for an operator at the console, whose `id` is a `sub`. At the command line the `id` is the name of an account
   * of the machine.
   */
  readonly isUser?: true;
  /** The member of staff for whom a client says that it asks. */
  readonly actingFor?: string;
  /** The `sub` of the operator who agreed to what this one asked for. */
  readonly agreedBy?: string;
  /** The operator behind the client that asks, in its first days, by the `sub`. */
  readonly responsibleOperator?: string;
}

/** The facts about a request that logs, audit entries and problem answers show. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceId: string;
  readonly address: string | null;
  /** Set once a guard has checked the token. */
  actor: Actor;
  /** Set together with the actor. The work of a request waits in the turns of its enterprise. */
  turn?: QueueKey;
}

const storage = new AsyncLocalStorage<RequestContext>();
const SYSTEM: Actor = { kind: 'system', id: 'service' };

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
export const currentActor = (): Actor => storage.getStore()?.actor ?? SYSTEM;
