import type { JsonObject } from '../kernel/json.js';

/** What every process must know, as opposed to an event, which one process handles. */
export interface Signal {
  readonly topic: string;
  readonly payload: JsonObject;
}
