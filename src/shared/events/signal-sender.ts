import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/database.js';

const COALESCE_MS = 10;
export const SIGNAL_CHANNEL = 'countersign_signal';

/** Wakes the other processes after a commit. Never inside it: a NOTIFY in a transaction serialises all commits. */
@Injectable()
export class SignalSender {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Database) {}

  /** At most one NOTIFY every few milliseconds, however many commits ask for it. */
  wake(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // A lost wake-up costs a second: every process also looks by itself.
      this.db.rows('SELECT pg_notify($1, $2)', [SIGNAL_CHANNEL, '']).catch(() => undefined);
    }, COALESCE_MS);
  }
}
