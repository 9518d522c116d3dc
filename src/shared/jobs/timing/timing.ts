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

/** Varies a time at random by up to a fifth, so that work that failed together is not retried together. */
export const spread = (seconds: number): number => seconds * (0.8 + Math.random() * 0.4);

/**
 * Runs `work` one at a time. Calls during a run share one further run after it, which therefore sees everything that
 * happened before the calls. It runs outside the context of any request.
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

/** The intervals of polls, and the time limits of deliveries. */
export class EventTimings {
  /** How often processes poll for overdue events, due jobs and unread signals, in case a wake-up was lost. */
  readonly pollMs: number = 1_000;
  /** How long the handlers of an event may run before this counts as a failure. A lease lasts twice as long. */
  readonly deliveryMs: number = 15_000;
  /** How long the caller of a use case waits for events that must be handled before the answer. */
  readonly answerMs: number = 2_000;
}
