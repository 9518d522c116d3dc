import { readFileSync } from 'node:fs';

/** On Linux, its first number is how many nanoseconds this thread has spent on a processor. */
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
 * How long this thread has worked, in milliseconds from some start. Where a machine is busy, a limit by the clock would end
 * work that has hardly begun. Where a system does not count it, this is the clock.
 */
export const threadMs = (): number => (isCounted ? processorMs() : undefined) ?? performance.now();
