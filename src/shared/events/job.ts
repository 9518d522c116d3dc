import type { JsonObject } from '../kernel/json.js';

/** Work for later: slow, outside, or large. Stored with the change that asks for it. */
export interface JobRequest {
  readonly kind: string;
  readonly payload: JsonObject;
  /** Asking again while a job of this kind and key waits changes nothing. */
  readonly dedupeKey?: string;
  readonly dueAt?: Date;
}
