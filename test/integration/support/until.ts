import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 150_000;
const SHORTEST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Looks until it is so, at longer and longer intervals: each look takes time from the work that it waits for. The limit
 * only ends a test that has failed; nothing is decided by time.
 */
export async function until(so: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let pause = SHORTEST_PAUSE_MS; !(await so()); pause = Math.min(LONGEST_PAUSE_MS, 2 * pause)) {
    if (performance.now() > end) throw new Error(`It never became so: ${so.toString()}`);
    await sleep(pause);
  }
}

/** A promise that the test settles. */
export function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}
