import type { JsonObject } from '../kernel/json.js';

/** Work for later: slow, outside, or large. Stored with the change that asks for it. */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /**
   * Asking again while a job of this kind and key waits makes no second one: the latest payload and the earliest
   * time count. Asking while it runs makes it run once more. Two of one key never run at once.
   */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
  /** Of a kind that is divided into lanes: whose turn it takes, such as the id of the endpoint that is called. */
  readonly lane?: string;
}
