export const BATCH = 1_000;

/** Calls `takeBatch` again until it handles less than a full batch. */
export async function inBatches(signal: AbortSignal, takeBatch: (limit: number) => Promise<number>): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !signal.aborted) taken = await takeBatch(BATCH);
}
