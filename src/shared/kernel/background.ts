import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work that belongs to no request: it is in no transaction, under no identity and in no trace of a request.
 * Everything that it starts stays outside as well.
 */
export const runInBackground: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** A Node timer fires in the context of the request that set it. These timers do not. */
export const later = (work: () => void, milliseconds: number): NodeJS.Timeout =>
  runInBackground(() => setTimeout(work, milliseconds));

export const every = (milliseconds: number, work: () => void): NodeJS.Timeout =>
  runInBackground(() => setInterval(work, milliseconds));
