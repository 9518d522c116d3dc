import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';

/** Lets a few work at once and a few wait. Whoever comes when all waiting places are taken is told to come back. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #working = 0;
  #takenBefore = 0;
  #takenSince: number | undefined;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

  /** For how long all turns were taken until now, in milliseconds. */
  get allTakenFor(): number {
    return this.#takenBefore + (this.#takenSince === undefined ? 0 : performance.now() - this.#takenSince);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#working < this.atOnce) {
      this.#working++;
      if (this.#working === this.atOnce) this.#takenSince = performance.now();
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.mostWaiting) throw KernelErrors.unavailable(undefined, { retryAfterSeconds: 2 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waited the longest takes the place that is free now, without its ever being free to others. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#working--;
    this.#takenBefore = this.allTakenFor;
    this.#takenSince = undefined;
  }
}
