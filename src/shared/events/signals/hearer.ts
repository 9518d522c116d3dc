import { Logger } from '@nestjs/common';

/**
 * Takes in one signal after another. A handler that loads what has changed would else overwrite the newer state with
 * the older one, whenever the earlier of two loads ends last.
 */
export class Hearer<P> {
  readonly #log = new Logger(Hearer.name);
  #last: Promise<void> = Promise.resolve();

  constructor(
    readonly topic: string,
    private readonly handler: (payload: P) => void | Promise<void>,
  ) {}

  /** A failure is this handler's own: it stops neither others nor what comes next. */
  hear(payload: P): void {
    this.#last = this.#last
      .then(() => this.handler(payload))
      .catch((error: unknown) => this.#log.error({ topic: this.topic, err: error }, 'A signal was not taken in'));
  }

  /** Resolves when all that was heard until now has been taken in. */
  idle(): Promise<void> {
    return this.#last;
  }
}
