import type { Terminal } from './terminal.js';
import { Logger } from '@nestjs/common';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * When npm runs the program, one Ctrl-C sends two signals: the terminal sends one, and npm forwards one. Two signals
 * within this time count as one.
 */
const SAME_KEYSTROKE_MS = 1_000;

/** Thrown between two steps of startup if a shutdown was requested. */
export class EndedWhileStarting extends Error {}

/** The request to shut down the process: when it was made, and the exit code. */
export class Ending {
  readonly #log = new Logger('Countersign');
  readonly #whenAsked: Promise<number>;
  #settle: (exitCode: number) => void = () => undefined;
  #since: number | undefined;

  constructor() {
    this.#whenAsked = new Promise((resolve) => (this.#settle = resolve));
  }

  get wasAsked(): boolean {
    return this.#since !== undefined;
  }

  whenAsked(): Promise<number> {
    return this.#whenAsked;
  }

  ask(exitCode: number): void {
    this.#since ??= Date.now();
    this.#settle(exitCode);
  }

  throwIfAsked(): void {
    if (this.wasAsked) throw new EndedWhileStarting();
  }

  /**
   * Requests a shutdown on SIGINT, SIGTERM and uncaught errors. On a second Ctrl-C, calls `abandon`, which ends the
   * process without waiting.
   */
  listen(abandon: () => void): void {
    for (const signal of SIGNALS) process.on(signal, () => this.#onSignal(abandon));
    // Node emits this event for unhandled promise rejections, too.
    process.on('uncaughtException', (error) => {
      this.#log.fatal(error, 'An error that nobody handled: the process ends');
      this.ask(1);
    });
  }

  #onSignal(abandon: () => void): void {
    if (this.#since !== undefined && Date.now() - this.#since > SAME_KEYSTROKE_MS) abandon();
    this.ask(0);
  }
}

interface Step {
  readonly name: string;
  readonly undo: () => Promise<void> | void;
}

/** Undoes the steps of startup in reverse order. */
export class Teardown {
  readonly #log = new Logger('Countersign');
  readonly #steps: Step[] = [];

  add(name: string, undo: Step['undo']): void {
    this.#steps.push({ name, undo });
  }

  /** Undoes all steps, the latest first. If one fails, logs the error and continues with the next. */
  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step.undo();
      } catch (error) {
        this.#log.error(error, `Could not end: ${step.name}`);
      }
    }
  }

  /** Exits at once. An exit handler stops the embedded database. */
  abandon(): never {
    this.#log.warn('Ended without waiting for what was still running');
    process.exit(1);
  }
}

/** The objects that every part of startup uses. */
export interface StartContext {
  readonly terminal: Terminal;
  readonly ending: Ending;
  readonly teardown: Teardown;
}
