const MOST_PER_GENERATION = 250_000;

/**
 * The proofs that were seen lately, in two generations: when the younger one is as old as a proof can be, the older is
 * dropped whole. Kept by each process for itself: whoever replays a proof must have broken TLS, must hit another process
 * within its minute, and can only repeat the very same request.
 */
export class ReplayedProofs {
  #young = new Set<string>();
  #old = new Set<string>();
  #bornAt = 0;

  constructor(
    private readonly lifeMs: number,
    private readonly most = MOST_PER_GENERATION,
  ) {}

  /** False when this proof has been seen before. */
  firstSeen(id: string, now: number): boolean {
    this.#age(now);
    if (this.#young.has(id) || this.#old.has(id)) return false;
    this.#young.add(id);
    return true;
  }

  #age(now: number): void {
    if (now - this.#bornAt < this.lifeMs && this.#young.size < this.most) return;
    this.#old = now - this.#bornAt < 2 * this.lifeMs ? this.#young : new Set();
    this.#young = new Set();
    this.#bornAt = now;
  }
}
