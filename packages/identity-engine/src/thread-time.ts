import { readFileSync } from 'node:fs';

/** Linux: the first number in the file is the CPU time of this thread in nanoseconds. */
const SCHEDULE = '/proc/thread-self/schedstat';

function processorMs(): number | undefined {
  try {
    return Number(readFileSync(SCHEDULE, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

const isCounted = (processorMs() ?? 0) > 0;

/**
 * CPU time of this thread in milliseconds, for time limits: on a busy machine, wall-clock time would end work that has
 * hardly begun. Falls back to the clock where the system does not count CPU time.
 */
export const threadMs = (): number => (isCounted ? processorMs() : undefined) ?? performance.now();
