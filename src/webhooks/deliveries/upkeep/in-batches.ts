export const BATCH = 1_000;

/** Repeats what takes a batch, until a batch is not full. */
export async function inBatches(signal: AbortSignal, takeBatch: (limit: number) => Promise<number>): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !signal.aborted) taken = await takeBatch(BATCH);
}
