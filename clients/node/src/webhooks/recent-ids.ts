/**
 * Runs work once for each id: who comes with the same id meanwhile gets the same outcome, and who comes later gets none.
 * Work that failed is forgotten, so that it can be done again.
 *
 * It remembers a bounded number of ids, in this process only. Where a second effect would do harm, keep the ids in your
 * database: a unique column, written in the transaction of the effect.
 */
export class RecentIds {
  readonly #ids = new Map<string, Promise<unknown> | undefined>();

  constructor(private readonly most = 10_000) {
    if (!(most >= 1)) throw new RangeError('RecentIds must remember at least one id.');
  }

  /** Whether the work was done now. */
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

  /** Work under way stays: its id is given back when it ends. */
  #forgetOldest(): void {
    if (this.#ids.size <= this.most) return;
    for (const [id, running] of this.#ids) {
      if (running) continue;
      this.#ids.delete(id);
      if (this.#ids.size <= this.most) return;
    }
  }
}
