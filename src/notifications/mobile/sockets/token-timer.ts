import { later } from '../../../shared/kernel/index.js';
const WARN_MS = 30_000;

/** Warns half a minute before a token expires, and reports when it has. */
export class TokenTimer {
  #timers: NodeJS.Timeout[] = [];

  constructor(private readonly tell: { expiring(at: Date): void; expired(): void }) {}

  restart(expiresAt: Date, millisecondsLeft: number): void {
    this.stop();
    this.#timers = [
      later(() => this.tell.expiring(expiresAt), Math.max(0, millisecondsLeft - WARN_MS)),
      later(() => this.tell.expired(), Math.max(0, millisecondsLeft)),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  stop(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
