import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { StartNote } from '../../shared/observability/index.js';
import type { Ending } from '../shutdown.js';
import { type Member, ProcessSlot, type ProcessState, type StartedProcess } from './process-slot.js';

export interface GroupSettings {
  readonly processes: number;
  /** A process that is not ready after this time is killed. */
  readonly startMs: number;
  /** A process that does not exit within this time after SIGTERM is killed. */
  readonly endMs: number;
}

/** The number of processes in each state. */
export type ProcessCounts = Readonly<Record<ProcessState, number>>;

/** The worker processes, managed by the primary. It restarts those that die, and reloads them one by one. */
export class ProcessGroup<P extends StartedProcess> {
  readonly #log = new Logger('Processes');
  readonly #slots: readonly ProcessSlot<P>[];
  /**
   * All running processes. This includes processes that have been replaced but have not exited yet: metrics count them
   * too.
   */
  readonly #alive = new Set<Member<P>>();
  #reloading: Promise<void> | undefined;
  #reloadAgain = false;

  constructor(
    private readonly settings: GroupSettings,
    private readonly launch: (number: number) => P,
    private readonly ending: Ending,
    private readonly sleep: (milliseconds: number) => Promise<unknown> = pause,
  ) {
    const surroundings = {
      ...{ ending, startMs: settings.startMs, sleep: this.sleep },
      fork: (number: number) => this.#fork(number),
      end: (member: Member<P>) => this.#end(member),
      anyServes: () => this.serving.length > 0,
    };
    this.#slots = Array.from({ length: settings.processes }, (_, index) => new ProcessSlot(index + 1, surroundings));
  }

  get serving(): readonly P[] {
    return this.#slots.map(({ serving }) => serving).filter((process) => process !== undefined);
  }

  get counts(): ProcessCounts {
    const counts = { starting: 0, serving: 0, ending: 0 };
    for (const { state } of this.#alive) counts[state] += 1;
    return counts;
  }

  /**
   * Starts the first process before the others, because it creates what they share, such as signing keys. Returns the
   * lines that this process adds to the start-up message.
   */
  async start(): Promise<readonly StartNote[]> {
    const [first, ...others] = this.#slots;
    const notes = await first?.start();
    if (!this.ending.wasAsked) await Promise.all(others.map((slot) => slot.start()));
    return notes ?? [];
  }

  /**
   * Replaces the processes one after the other, so that the new ones read secrets and certificates from their files
   * again.
   */
  reload(): Promise<void> {
    for (const slot of this.#slots) slot.outdate();
    this.#reloadAgain = true;
    this.#reloading ??= this.#reloadWhileAsked().finally(() => (this.#reloading = undefined));
    return this.#reloading;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#alive].map((member) => this.#end(member)));
  }

  async #reloadWhileAsked(): Promise<void> {
    while (this.#reloadAgain && !this.ending.wasAsked) {
      this.#reloadAgain = false;
      if (await this.#reloadAll()) this.#log.log({ processes: this.settings.processes }, 'Reloaded');
    }
  }

  /**
   * Replaces each serving process. A process that is being restarted is skipped, because it reads the new files anyway.
   * Returns false if the reload ended early, because a new process did not become ready or the program is ending.
   */
  async #reloadAll(): Promise<boolean> {
    for (const slot of this.#slots) {
      if (this.ending.wasAsked) return false;
      if (slot.serving && !(await slot.replace())) return false;
    }
    return true;
  }

  #fork(number: number): Member<P> {
    const member: Member<P> = { number, process: this.launch(number), state: 'starting' };
    this.#alive.add(member);
    this.#log.debug({ process: number, pid: member.process.pid }, 'A process starts');
    void member.process.exited.then(() => this.#alive.delete(member));
    return member;
  }

  async #end(member: Member<P>): Promise<void> {
    member.state = 'ending';
    member.process.kill('SIGTERM');
    this.#log.debug({ process: member.number, pid: member.process.pid }, 'A process is told to end');
    const deadline = setTimeout(() => {
      this.#log.error(
        { process: member.number, afterMs: this.settings.endMs },
        'A process did not exit and is being killed',
      );
      member.process.kill('SIGKILL');
    }, this.settings.endMs);
    await member.process.exited.finally(() => clearTimeout(deadline));
  }
}
