/** How often the event machinery looks around by itself, and for how long it holds on to what it has taken. */
export class EventTimings {
  /** The safety net under every wake-up: overdue events, due jobs, unread signals. */
  readonly pollMs: number = 1_000;
  /** What an event's handlers may take before that counts as a failure. A lease lasts twice as long. */
  readonly deliveryMs: number = 15_000;
  /** How long the caller of a use case waits for what must be known before the answer. */
  readonly answerMs: number = 2_000;
}
