/** Counts open items by key, up to a limit for each key. */
export class OpenCounts {
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(private readonly most: number) {}

  get total(): number {
    return this.#total;
  }

  /** Counts one more open item of the key. Returns false, and does not count it, if the key has reached its limit. */
  take(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.most) return false;
    this.#counts.set(key, count + 1);
    this.#total += 1;
    return true;
  }

  /** Undoes a successful `take`. */
  giveBack(key: string): void {
    const count = (this.#counts.get(key) ?? 0) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    this.#total -= 1;
  }
}
