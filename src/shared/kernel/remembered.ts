import { LruMap } from './lru-map.js';

/**
 * What was loaded lately, so that asking again costs no query. Whoever keeps it forgets a key when told that its value has
 * changed; what is not there, or failed to load, is not remembered.
 */
export class Remembered<K, V> {
  /** Promises, so that many who ask at once load once, and a change during a load leaves nothing stale behind. */
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
