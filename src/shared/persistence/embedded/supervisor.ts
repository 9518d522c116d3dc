import { setTimeout as sleep } from 'node:timers/promises';
import { type Postmaster } from './postmaster.js';

export interface SupervisorHooks {
  /** The server has died and is being started again. */
  readonly onLost: (reason: string) => void;
  /** It died too often; nobody starts it any more. */
  readonly onFailed: (reason: string) => void;
}

const restartsAllowed = 5;
const withinMilliseconds = 60_000;
const pause = 250;

/** Keeps a server running until told to stop. */
export class Supervisor {
  private stopping = false;
  private losses: number[] = [];
  private readonly finished: Promise<void>;

  constructor(
    private postmaster: Postmaster,
    private readonly startAgain: () => Promise<Postmaster>,
    private readonly hooks: SupervisorHooks,
  ) {
    this.finished = this.keepRunning();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.postmaster.stop();
    await this.finished;
  }

  private async keepRunning(): Promise<void> {
    let reason = await this.postmaster.ended;
    while (!this.stopping) {
      if (this.diesTooOften()) {
        this.hooks.onFailed(reason);
        return;
      }
      this.hooks.onLost(reason);
      reason = await this.runOnce();
    }
  }

  private async runOnce(): Promise<string> {
    try {
      this.postmaster = await this.startAgain();
    } catch (error) {
      await sleep(pause);
      return error instanceof Error ? error.message : String(error);
    }
    // Told to stop while it was starting.
    if (this.stopping) await this.postmaster.stop();
    return this.postmaster.ended;
  }

  private diesTooOften(): boolean {
    const now = Date.now();
    this.losses = [...this.losses.filter((at) => now - at < withinMilliseconds), now];
    return this.losses.length > restartsAllowed;
  }
}
