import type { JsonObject } from '../kernel/index.js';

/** Work for later: slow, external or large. Stored with the change that asks for it. */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /**
   * While a job of this kind and key waits, a second request adds none: the latest payload and the earliest time count.
   * A request while it runs makes it run once more. Two jobs of one key never run at once.
   */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
  /** For a kind with lanes: the lane that the job belongs to, such as the id of the endpoint that is called. */
  readonly lane?: string;
}
