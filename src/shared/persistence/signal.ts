import type { JsonObject } from '../kernel/index.js';

/** A message to every process, as opposed to an event, which one process handles. */
export interface Signal {
  readonly topic: string;
  readonly payload: JsonObject;
}
