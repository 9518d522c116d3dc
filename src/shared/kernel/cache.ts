/** A map with a limit. Beyond it, the least recently used entry is dropped. */
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

  /** While less than half of the limit is used, no entry will be dropped soon, so the order need not be kept. */
  #isFilling(): boolean {
    return this.#entries.size * 2 > this.most;
  }

  /** A Map keeps the order of insertion, so re-inserting an entry makes it the newest. */
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

/**
 * Caches loaded values. The owner drops a key when told that its value has changed. Missing values and failed loads are
 * not cached.
 */
export class ReadThroughCache<K, V> {
  /** Promises, so that concurrent requests share one load, and a change during a load leaves no stale value. */
  readonly #known: LruMap<K, Promise<V | undefined>>;

  constructor(
    most: number,
    private readonly load: (key: K) => Promise<V | undefined>,
  ) {
    this.#known = new LruMap(most);
  }

  get(key: K): Promise<V | undefined> {
    return this.#known.get(key) ?? this.#loaded(key);
  }

  forget(key: K): void {
    this.#known.delete(key);
  }

  forgetAll(): void {
    this.#known.clear();
  }

  #loaded(key: K): Promise<V | undefined> {
    const loading = this.load(key);
    this.#known.set(key, loading);
    const forget = () => this.#forgetIf(key, loading);
    loading.then((found) => found ?? forget(), forget);
    return loading;
  }

  #forgetIf(key: K, loading: Promise<V | undefined>): void {
    if (this.#known.get(key) === loading) this.#known.delete(key);
  }
}
