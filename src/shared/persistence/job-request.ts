import type { JsonObject } from '../kernel/index.js';

/**
 * A request for work that runs later, because it is slow, external or large. Stored in the transaction that requests
 * it.
 */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /**
   * Requests with the same kind and key share one waiting job, with the latest payload and the earliest time. A request
   * during a run makes the job run once more. Two jobs with one key never run at once.
   */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
  /** For a kind with lanes: the lane that the job belongs to, such as the id of the endpoint that is called. */
  readonly lane?: string;
}
