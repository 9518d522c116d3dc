/** A map that forgets what was not asked for the longest when it holds too much. */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();

  constructor(private readonly most: number) {}

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && this.#isFilling()) this.#touch(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#touch(key, value);
    if (this.#entries.size > this.most) this.#dropOldest();
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  get size(): number {
    return this.#entries.size;
  }

  /** While there is room for as many again, nothing is about to be forgotten, and the order need not be kept. */
  #isFilling(): boolean {
    return this.#entries.size * 2 > this.most;
  }

  /** A Map keeps the order of insertion: whoever is put in again is the youngest. */
  #touch(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}
