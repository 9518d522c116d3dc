/** Lets so many pieces of work run at once. After the first failure no other begins, and whoever asks is told. */
export class AtMost {
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(private readonly size: number) {}

  /** Resolves once the work has begun: that is when there was room for it. */
  async start(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.size) await Promise.race(this.#running);
    this.#throwFailure();
    const running = this.#run(work).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when all has ended. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  async #run(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
