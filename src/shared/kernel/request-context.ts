import { AsyncLocalStorage } from 'node:async_hooks';

/** The acting party: a client of an enterprise, a user, an operator, or the service itself. */
export interface Actor {
  readonly kind: 'client' | 'user' | 'operator' | 'system';
  readonly id: string;
  /**
   * True for an operator at the console, whose `id` is a `sub`. For an operator at the command line, the `id` is the
   * name of the operating system account.
   */
  readonly isUser?: true;
  /** The staff member on whose behalf a client acts. Only the client states this; it is not verified. */
  readonly actingFor?: string;
  /** The `sub` of the second operator, who approved this operator's request. */
  readonly agreedBy?: string;
  /**
   * The `sub` of the operator who last changed the acting client or its secret, or who created the client. `undefined`
   * if that was more than 7 days ago.
   */
  readonly responsibleOperator?: string;
}

/** The details of a request that appear in logs, audit entries and error responses. */
export interface RequestContext {
  readonly requestId: string;
  readonly traceId: string;
  readonly address: string | null;
  /** The actor of the request. Anonymous until a guard has checked the token. */
  actor: Actor;
  /** The tenant and session to which fair queues attribute the work of this request. Set together with the actor. */
  queueKey?: QueueKey;
}

const storage = new AsyncLocalStorage<RequestContext>();
const SYSTEM: Actor = { kind: 'system', id: 'service' };

export const runInContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);
export const currentContext = (): RequestContext | undefined => storage.getStore();
export const currentActor = (): Actor => storage.getStore()?.actor ?? SYSTEM;

/**
 * The tenant and session on whose behalf work waits in a queue. Queues serve tenants in turn, and some queues process
 * only one item per session at a time.
 */
export interface QueueKey {
  readonly tenant: string;
  readonly session: string;
}

const queueKeys = new AsyncLocalStorage<QueueKey>();

/**
 * Runs `work` with a queue key. Every queue that `work` uses, even in nested calls, attributes its items to this tenant
 * and session.
 */
export const withQueueKey = <T>(queueKey: QueueKey, work: () => T): T => queueKeys.run(queueKey, work);
export const currentQueueKey = (): QueueKey | undefined => queueKeys.getStore() ?? currentContext()?.queueKey;

/**
 * Runs work outside the context of any request: without its transaction, actor and trace. This also applies to
 * everything that the work starts.
 */
export const runInBackground: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/**
 * A timer that runs outside the context of any request. An ordinary Node timer keeps the context in which it was set.
 */
export const later = (work: () => void, milliseconds: number): NodeJS.Timeout =>
  runInBackground(() => setTimeout(work, milliseconds));

export const every = (milliseconds: number, work: () => void): NodeJS.Timeout =>
  runInBackground(() => setInterval(work, milliseconds));
