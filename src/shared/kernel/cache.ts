import { LRUCache } from 'lru-cache';

/**
 * Caches loaded values. When a value has changed, the owner of the cache must call `forget`. Missing values and failed
 * loads are not cached.
 */
export class ReadThroughCache<K extends string, V> {
  /**
   * Stores promises, so that concurrent requests share one load, and a value that is forgotten while it is being loaded
   * is not cached.
   */
  readonly #known: LRUCache<K, Promise<V | undefined>>;

  constructor(
    most: number,
    private readonly load: (key: K) => Promise<V | undefined>,
  ) {
    this.#known = new LRUCache({ max: most });
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
