/**
 * Runs work once for each id. A concurrent call with the same id waits for the running work, and a later call does
 * nothing. If the work fails, its id is forgotten, so that it can be tried again.
 *
 * Only a limited number of ids is remembered, in this process only. If a repeated effect would do harm, store the ids
 * in a unique column of your database, in the same transaction as the effect.
 */
export class RecentIds {
  readonly #ids = new Map<string, Promise<unknown> | undefined>();

  constructor(private readonly most = 10_000) {
    if (!(most >= 1)) throw new RangeError('RecentIds must remember at least one id.');
  }

  /** Returns whether this call did the work. */
  async once(id: string, work: () => Promise<unknown>): Promise<boolean> {
    const running = this.#ids.get(id);
    if (running) await running;
    if (this.#ids.has(id)) return false;
    const run = Promise.resolve().then(work);
    this.#ids.set(id, run);
    try {
      await run;
      this.#ids.set(id, undefined);
      this.#forgetOldest();
      return true;
    } catch (error) {
      this.#ids.delete(id);
      throw error;
    }
  }

  /** Forgets the oldest ids, except those whose work is still running. */
  #forgetOldest(): void {
    if (this.#ids.size <= this.most) return;
    for (const [id, running] of this.#ids) {
      if (running) continue;
      this.#ids.delete(id);
      if (this.#ids.size <= this.most) return;
    }
  }
}
