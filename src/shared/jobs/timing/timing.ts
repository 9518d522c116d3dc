import { runInBackground } from '../../kernel/index.js';

/** Waits for `work`, but no longer than that. Returns whether it finished in time; late work continues by itself. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<false>((resolve) => (timer = setTimeout(resolve, ms, false)));
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const LONGEST_WAIT_SECONDS = 3_600;

/** Seconds to wait after the nth failure: 1, 4, 16, … up to an hour, so that ten tries outlast an outage of hours. */
export const exponentialBackoff = (failures: number): number =>
  spread(Math.min(4 ** (failures - 1), LONGEST_WAIT_SECONDS));

/** A random fifth more or less, so that what failed together is not retried together. */
export const spread = (seconds: number): number => seconds * (0.8 + Math.random() * 0.4);

/**
 * Runs `work` one at a time. All callers that ask while it runs share the one run after it, which therefore sees
 * everything they did before. It belongs to none of them, and so to no request.
 */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    next = undefined;
    running = runInBackground(work).finally(() => (running = undefined));
    return running;
  }

  return () => {
    if (next) return next;
    if (!running) return start();
    return (next = running.then(start, start));
  };
}

/** How often the event machinery polls, and how long it keeps a lease. */
export class EventTimings {
  /** The safety net under every wake-up: overdue events, due jobs, unread signals. */
  readonly pollMs: number = 1_000;
  /** How long an event's handlers may take before that counts as a failure. A lease lasts twice as long. */
  readonly deliveryMs: number = 15_000;
  /** How long the caller of a use case waits for events that must be handled before the answer. */
  readonly answerMs: number = 2_000;
}
