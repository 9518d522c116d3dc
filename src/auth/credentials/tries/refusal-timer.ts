import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const STEP_NS = 50_000_000n;
/** Timers are exact to a millisecond, and may be late by one more. */
const TIMER_ERROR_MS = 2;

const now = (): bigint => process.hrtime.bigint();

/**
 * Delays refusals to a multiple of 50 ms after their beginning, so that the time they take does not tell whether there is
 * such a user. Password hashing takes the same time for every user, but a varying one: it is left out, since otherwise it
 * would spread refusals over several multiples and a small difference would show in how often each is met.
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
