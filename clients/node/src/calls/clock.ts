/** The time, and what waits for it. Tests have one of their own. */
export interface Clock {
  /** Milliseconds since 1970, as this machine has it. It may be wrong, and may jump. */
  now(): number;
  /** Milliseconds since some moment. Never goes back. */
  elapsed(): number;
  /** Calls `then` after so many milliseconds. The answer ends the wait. */
  after(ms: number, then: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

/** Rejects with the reason of the signal when that is aborted first. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = clock.after(ms, () => {
      signal.removeEventListener('abort', give);
      resolve();
    });
    const give = () => {
      end();
      reject(signal.reason as Error);
    };
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
  });
}

/** Settles as `work` does, or rejects when the signal is aborted first. The work itself is not stopped. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason as Error);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
