import { Injectable } from '@nestjs/common';
import type { PendingWrites } from './pending-writes.js';

export type CommitListener = (written: PendingWrites) => Promise<void>;

/** Tells those who deliver it what a transaction has written: when it is committed, before the caller is answered. */
@Injectable()
export class Commits {
  readonly #listeners: CommitListener[] = [];

  on(listener: CommitListener): void {
    this.#listeners.push(listener);
  }

  async tell(written: PendingWrites): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener(written)));
  }
}
