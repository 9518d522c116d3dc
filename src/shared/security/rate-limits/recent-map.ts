/**
 * A map that drops unused entries, in two generations. Entries that are used live in the young one. A turn makes the
 * young generation old and drops the old one. Turns come after `idleMs`, or earlier when the young one is full: then
 * the least recently used entries go first. No operation iterates over the entries.
 */
export class RecentMap<V extends object> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();
  private turnedAt = -Infinity;

  constructor(
    private readonly capacity: number,
    private readonly idleMs: number,
  ) {}

  /**
   * The number of entries, at most the capacity. An entry that returned from the old generation counts twice until the
   * next turn.
   */
  get size(): number {
    return this.young.size + this.old.size;
  }

  getOrAdd(key: string, now: number, make: () => V): V {
    if (now - this.turnedAt >= this.idleMs) this.turn(now);
    const recent = this.young.get(key);
    if (recent) return recent;
    const entry = this.old.get(key) ?? make();
    if (this.young.size >= this.capacity / 2) this.turn(now);
    this.young.set(key, entry);
    return entry;
  }

  private turn(now: number): void {
    this.old = this.young;
    this.young = new Map();
    this.turnedAt = now;
  }
}
