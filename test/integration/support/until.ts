import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 150_000;

/** Looks until it is so. The limit only ends a test that has failed; nothing is decided by time. */
export async function until(so: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await so())) {
    if (performance.now() > end) throw new Error(`It never became so: ${so.toString()}`);
    await sleep(10);
  }
}

/** A promise that the test settles. */
export function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: () => open() };
}
