interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

/**
 * Limits how much runs at once, in total and for each owner. The next free turn goes to the owner with the fewest
 * running.
 */
export class FairTurns {
  readonly #taken = new Map<string, number>();
  #waiting: readonly Waiting[] = [];
  #free: number;

  constructor(
    atOnce: number,
    private readonly each: number,
  ) {
    this.#free = atOnce;
  }

  /**
   * Waits for a turn. Resolves with the function that ends the turn. When the signal aborts, the caller leaves the
   * queue.
   */
  take(owner: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting = this.#waiting.filter((other) => other !== place);
        reject(signal.reason as Error);
      };
      const begin = () => {
        signal.removeEventListener('abort', end);
        resolve(() => this.#giveBack(owner));
      };
      const place: Waiting = { owner, begin };
      if (signal.aborted) {
        end();
        return;
      }
      signal.addEventListener('abort', end, { once: true });
      this.#waiting = [...this.#waiting, place];
      this.#next();
    });
  }

  #takenBy(owner: string): number {
    return this.#taken.get(owner) ?? 0;
  }

  #giveBack(owner: string): void {
    const left = this.#takenBy(owner) - 1;
    if (left > 0) this.#taken.set(owner, left);
    else this.#taken.delete(owner);
    this.#free++;
    this.#next();
  }

  #next(): void {
    const chosen = this.#free > 0 ? this.#fewest() : undefined;
    if (!chosen) return;
    this.#free--;
    this.#taken.set(chosen.owner, this.#takenBy(chosen.owner) + 1);
    this.#waiting = this.#waiting.filter((other) => other !== chosen);
    chosen.begin();
  }

  /** Picks the owner with the fewest turns; if several have equally few, the one who has waited longest. */
  #fewest(): Waiting | undefined {
    let fewest: Waiting | undefined;
    for (const place of this.#waiting) {
      const taken = this.#takenBy(place.owner);
      if (taken < (fewest ? this.#takenBy(fewest.owner) : this.each)) fewest = place;
    }
    return fewest;
  }
}
