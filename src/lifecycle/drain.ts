import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config.js';
import type { Readiness } from '../shared/operations/health/readiness.js';
import type { Listeners } from '../surfaces/listeners.js';

/** Stops taking requests without refusing any: balancers look away first, and what runs may finish. */
export async function drain(listeners: Listeners, readiness: Readiness, config: Config): Promise<void> {
  readiness.withdraw();
  await sleep(config.readyDelaySeconds * 1_000);
  await listeners.close();
}
