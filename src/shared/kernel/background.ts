import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work that belongs to no request: what it does is in no transaction of a request, under no identity and in no trace.
 * What is started here stays so, however it goes on.
 */
export const runInBackground: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** A timer of Node goes off in the context of the request that set it. These do not. */
export const later = (work: () => void, milliseconds: number): NodeJS.Timeout =>
  runInBackground(() => setTimeout(work, milliseconds));

export const every = (milliseconds: number, work: () => void): NodeJS.Timeout =>
  runInBackground(() => setInterval(work, milliseconds));
