import { runInBackground } from '../../kernel/index.js';

/** Waits for `work`, but at most `ms`. Returns whether it finished in time. Work that is late is not cancelled. */
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

/**
 * How many seconds to wait after the nth failure: about 1, 4, 16, … up to an hour. Ten attempts thus outlast an outage
 * of a few hours.
 */
export const exponentialBackoff = (failures: number): number =>
  spread(Math.min(4 ** (failures - 1), LONGEST_WAIT_SECONDS));

/**
 * Varies a duration at random by up to a fifth, so that work that failed at the same time is not retried at the same
 * time.
 */
export const spread = (seconds: number): number => seconds * (0.8 + Math.random() * 0.4);

/**
 * Returns a function that runs `work`, but never twice at once. Calls during a run share the next run, which begins
 * after the current one and therefore sees everything that happened before these calls. `work` runs outside the context
 * of any request.
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

/** The interval of polls, and the time limits for delivering events. */
export class EventTimings {
  /** How often processes poll for overdue events, due jobs and unread signals, in case a wake-up was lost. */
  readonly pollMs: number = 1_000;
  /**
   * How long the handlers of an event may run before the delivery counts as failed. An event is leased for twice as
   * long.
   */
  readonly deliveryMs: number = 15_000;
  /** Maximum time that a response waits for the events that must be handled before it is sent. */
  readonly answerMs: number = 2_000;
}
