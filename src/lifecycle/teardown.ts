import { Logger } from '@nestjs/common';

interface Step {
  readonly name: string;
  readonly undo: () => Promise<void> | void;
}

/** What has been started, to be ended in the opposite order. */
export class Teardown {
  readonly #log = new Logger('Countersign');
  readonly #steps: Step[] = [];

  add(name: string, undo: Step['undo']): void {
    this.#steps.push({ name, undo });
  }

  /** A step that fails does not keep the others from being done. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.undo();
      } catch (error) {
        this.#log.error(error, `Could not end: ${step.name}`);
      }
    }
  }

  /** At once. The embedded database is told to stop by its own launcher as the process exits. */
  abandon(): never {
    this.#log.warn('Ended without waiting for what was still running');
    process.exit(1);
  }
}
