/** The current time and timers. Tests replace them. */
export interface Clock {
  /** Milliseconds since 1970, by the system clock. It can be wrong, and can jump. */
  now(): number;
  /** Milliseconds since an arbitrary start. It never decreases. */
  elapsed(): number;
  /** Calls `then` after this time. The returned function cancels the timer. */
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

/** Waits for `ms`. Rejects with the reason of the signal if that is aborted first. */
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

/** Settles like `work`, but rejects if the signal is aborted first. The work itself continues. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason as Error);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
