/**
 * A map that forgets what is not used, in two generations: what is touched lives in the young one, and a turn makes the
 * young one old and drops what was old. Turns come after `idleMs`, or early when the young one is full: then what was used
 * least recently goes first. No operation ever walks the entries.
 */
export class RecentMap<V extends object> {
  private young = new Map<string, V>();
  private old = new Map<string, V>();
  private turnedAt = -Infinity;

  constructor(
    private readonly capacity: number,
    private readonly idleMs: number,
  ) {}

  /** At most the capacity. An entry that came back from the old generation counts twice until the next turn. */
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
