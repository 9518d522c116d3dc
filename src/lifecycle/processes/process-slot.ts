import { Logger } from '@nestjs/common';
import type { StartNote } from '../../shared/observability/index.js';
import type { Ending } from '../shutdown.js';
import { waitBefore } from './process-plan.js';

/** If a process ran longer than this, earlier failures no longer lengthen the wait before its restart. */
const STEADY_MS = 60_000;
/** The maximum number of consecutive failures. After more, the program ends, unless another process is serving. */
const MOST_FAILURES = 5;

/** Thrown if a process ended before it was ready. The process has already reported the reason. */
export class ProcessFailed extends Error {
  constructor(
    readonly number: number,
    readonly exitCode: number,
  ) {
    super(`Process ${number} ended with ${exitCode} before it was ready`);
  }
}

/** A process started by the primary. `ready` is rejected if the process ends before it is ready. */
export interface StartedProcess {
  readonly pid: number | undefined;
  readonly ready: Promise<readonly StartNote[]>;
  readonly exited: Promise<number>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export type ProcessState = 'starting' | 'serving' | 'ending';

export interface Member<P extends StartedProcess> {
  readonly number: number;
  readonly process: P;
  state: ProcessState;
}

/**
 * The functions and limits that a process group passes to each `ProcessSlot`, which keeps one of its processes running.
 */
export interface SlotSurroundings<P extends StartedProcess> {
  readonly ending: Ending;
  /** A process that is not ready after this time is killed. */
  readonly startMs: number;
  readonly fork: (number: number) => Member<P>;
  /** Sends SIGTERM, and waits until the process has exited. */
  readonly end: (member: Member<P>) => Promise<void>;
  readonly anyServes: () => boolean;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

/**
 * Keeps one process of the group running. Its starts and replacements are queued, so that it never starts two processes
 * at once.
 */
export class ProcessSlot<P extends StartedProcess> {
  readonly #log = new Logger('Processes');
  #serving: Member<P> | undefined;
  /**
   * Whether the process may have read old settings or certificates, because a reload was requested after its start
   * began.
   */
  #outdated = false;
  /** How many times in a row this process, or a restart of it, has failed. */
  #failures = 0;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(
    readonly number: number,
    private readonly group: SlotSurroundings<P>,
  ) {}

  get serving(): P | undefined {
    return this.#serving?.process;
  }

  start(): Promise<readonly StartNote[]> {
    return this.#inTurn(() => this.#launch());
  }

  /**
   * Records that the process may have read settings or certificates that have changed since. The next `replace` then
   * replaces the process.
   */
  outdate(): void {
    this.#outdated = true;
  }

  /**
   * Replaces the process if it is outdated. Returns false if the new process did not become ready; the old one then
   * keeps running.
   */
  replace(): Promise<boolean> {
    return this.#inTurn(() => this.#replace());
  }

  #isEnding(): boolean {
    return this.group.ending.wasAsked;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #replace(): Promise<boolean> {
    const old = this.#serving;
    // If no process is running here, nothing must be replaced: a restart is queued, and will read the new files.
    if (!old || !this.#outdated || this.#isEnding()) return true;
    try {
      await this.#launch();
    } catch (error) {
      this.#log.error(error, 'A process could not be replaced: the old one goes on, and the reload ends here');
      return false;
    }
    this.#failures = 0;
    await this.group.end(old);
    return true;
  }

  async #launch(): Promise<readonly StartNote[]> {
    this.#outdated = false;
    const member = this.group.fork(this.number);
    const { process, number } = member;
    const deadline = setTimeout(() => {
      this.#log.error(
        { process: number, afterMs: this.group.startMs },
        'A process did not become ready and is being killed',
      );
      process.kill('SIGKILL');
    }, this.group.startMs);
    const notes = await process.ready.finally(() => clearTimeout(deadline));
    member.state = 'serving';
    this.#log.debug({ process: number, pid: process.pid }, 'A process serves');
    this.#serving = member;
    void this.#watch(member, Date.now());
    return notes;
  }

  /**
   * Restarts the process when it dies. The restart is queued, and does nothing if a replacement has started in the
   * meantime.
   */
  async #watch(member: Member<P>, since: number): Promise<void> {
    const code = await member.process.exited;
    if (this.#serving !== member) return;
    this.#serving = undefined;
    if (Date.now() - since > STEADY_MS) this.#failures = 0;
    await this.#inTurn(() => this.#fill(code));
  }

  async #fill(lastCode: number): Promise<void> {
    let code = lastCode;
    while (!this.#serving && !this.#isEnding()) {
      this.#failures += 1;
      if (this.#failures > MOST_FAILURES && !this.group.anyServes()) {
        this.#log.fatal({ process: this.number, code }, 'No process stays alive: the program ends');
        this.group.ending.ask(code || 1);
        return;
      }
      const waitMs = waitBefore(this.#failures);
      this.#log.error({ process: this.number, code, waitMs }, 'A process died and is being restarted');
      await this.group.sleep(waitMs);
      if (this.#isEnding()) return;
      try {
        await this.#launch();
      } catch (error) {
        code = error instanceof ProcessFailed ? error.exitCode : 1;
      }
    }
    // A reload that was requested during the restart has skipped this process, because it was not running. If it has
    // read old files, it is replaced now.
    await this.#replace();
  }
}
