interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

/**
 * Limits how many operations run at once, in total and for each owner, such as an enterprise. The next turn goes to the
 * owner that has the fewest operations running.
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
   * Waits until the owner may run one more operation. Resolves with a function, which the caller must call when the
   * operation has ended. If the signal aborts, the caller leaves the queue and the promise is rejected.
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

  /**
   * Picks the waiting entry of the owner with the fewest running operations. Of several such entries, picks the one
   * that has waited longest. Owners at their limit are skipped.
   */
  #fewest(): Waiting | undefined {
    let fewest: Waiting | undefined;
    for (const place of this.#waiting) {
      const taken = this.#takenBy(place.owner);
      if (taken < (fewest ? this.#takenBy(fewest.owner) : this.each)) fewest = place;
    }
    return fewest;
  }
}
