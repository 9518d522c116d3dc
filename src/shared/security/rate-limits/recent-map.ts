/**
 * A map that drops unused entries without iterating over them. It has two generations. Using an entry moves it to the
 * young generation. After `idleMs`, or when the young generation is full, the old generation is dropped and the young
 * one becomes the old one.
 */
export class RecentMap<V extends object> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();
  private rotatedAt = -Infinity;

  constructor(
    private readonly capacity: number,
    private readonly idleMs: number,
  ) {}

  /**
   * The number of entries, at most the capacity. An entry that was used again after it had become old counts twice,
   * until the generations change.
   */
  get size(): number {
    return this.young.size + this.old.size;
  }

  getOrAdd(key: string, now: number, make: () => V): V {
    if (now - this.rotatedAt >= this.idleMs) this.rotate(now);
    const recent = this.young.get(key);
    if (recent) return recent;
    const entry = this.old.get(key) ?? make();
    if (this.young.size >= this.capacity / 2) this.rotate(now);
    this.young.set(key, entry);
    return entry;
  }

  private rotate(now: number): void {
    this.old = this.young;
    this.young = new Map();
    this.rotatedAt = now;
  }
}
