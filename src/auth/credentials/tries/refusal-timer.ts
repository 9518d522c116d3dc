import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const STEP_NS = 50_000_000n;
/** How late a Node timer can fire: one millisecond because of its resolution, and one because of other work. */
const TIMER_ERROR_MS = 2;

const now = (): bigint => process.hrtime.bigint();

/**
 * Delays refusals to the next multiple of 50 ms, so that their duration does not reveal whether a user exists. Password
 * hashing is excluded from the measured time: it takes equally long for every user but varies, which would spread
 * refusals over several multiples and make small differences visible in their frequencies.
 */
export class RefusalTimer {
  #begun = now();

  async leaveOut<T>(work: () => Promise<T>): Promise<T> {
    const from = now();
    try {
      return await work();
    } finally {
      this.#begun += now() - from;
    }
  }

  async wait(): Promise<void> {
    const steps = (now() - this.#begun) / STEP_NS + 1n;
    const end = this.#begun + steps * STEP_NS;
    const leftMs = Number(end - now()) / 1e6;
    if (leftMs > TIMER_ERROR_MS) await sleep(leftMs - TIMER_ERROR_MS);
    while (now() < end) await nextTurn();
  }
}
