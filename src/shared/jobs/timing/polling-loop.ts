import { Logger } from '@nestjs/common';
import { spread } from './timing.js';
import { later } from '../../kernel/index.js';

/**
 * Runs a task repeatedly, but never twice at once. Failures do not end the loop. Of several failures in a row, only the
 * first is logged.
 */
export class PollingLoop {
  readonly #log = new Logger(PollingLoop.name);
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;
  #failing = false;

  constructor(
    private readonly name: string,
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): this {
    const run = () => void (this.#running = this.#run());
    if (!this.#stopped) this.#timer = later(run, spread(this.everyMs));
    return this;
  }

  /** Ends the loop. Resolves when the task is no longer running. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      await this.work();
      if (this.#failing) this.#log.log(`${this.name} works again`);
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#log.warn({ err: error }, `${this.name} failed and will be tried again`);
      this.#failing = true;
    }
    this.start();
  }
}
