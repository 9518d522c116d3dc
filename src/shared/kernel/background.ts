import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs work outside the context of any request: without its transaction, actor and trace. This also applies to
 * everything that the work starts.
 */
export const runInBackground: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

/** A timer that runs outside the context of any request. A timer of Node keeps the context in which it was set. */
export const later = (work: () => void, milliseconds: number): NodeJS.Timeout =>
  runInBackground(() => setTimeout(work, milliseconds));

export const every = (milliseconds: number, work: () => void): NodeJS.Timeout =>
  runInBackground(() => setInterval(work, milliseconds));
