import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';

/** Lets a few work at once and a few wait. Whoever comes when all waiting places are taken is told to come back. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(
    private readonly atOnce: number,
    private readonly mostWaiting: number,
  ) {}

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
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.mostWaiting) throw KernelErrors.unavailable(undefined, { retryAfterSeconds: 2 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Whoever waited the longest takes the place that is free now, without its ever being free to others. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working--;
  }
}
