import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/index.js';
import { QuarantinedRows } from './quarantined-rows.repository.js';

/** Periodic work that handles each due row of a table. */
export interface RowWork<T> {
  /** The name of the work, which operators see in logs and metrics. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Finds at most `limit` due rows whose ids are not in `except`. */
  find(except: readonly string[], limit: number): Promise<readonly T[]>;
  idOf(row: T): string;
  /**
   * Handles one row, in a transaction of its own. The row may have changed since `find`, so this must check again
   * whether the row is due.
   */
  handle(row: T): Promise<unknown>;
  /**
   * The run ends after this many failures, because they probably have a common cause. The next run continues with other
   * rows.
   */
  readonly mostFailures?: number;
}

const TOGETHER = 100;
const MOST_FAILURES = 1_000;

/**
 * Handles rows one at a time. A failed row does not stop the others: later runs skip it, for longer after each failure.
 * The failure is logged once, and a metric counts the row until it succeeds.
 */
@Injectable()
export class RowUpkeep {
  readonly #log = new Logger(RowUpkeep.name);

  constructor(
    private readonly setAside: QuarantinedRows,
    private readonly clock: Clock,
  ) {}

  /** Handles all due rows. */
  async each<T>(work: RowWork<T>): Promise<void> {
    const known = await this.setAside.of(work.name);
    const now = this.clock.now();
    const except = new Set([...known].flatMap(([id, until]) => (until > now ? [id] : [])));
    const seen = new Set<string>();
    let failuresLeft = work.mostFailures ?? MOST_FAILURES;
    for (let found = TOGETHER; found === TOGETHER;) {
      const rows = await work.find([...except], TOGETHER);
      found = rows.length;
      for (const row of rows) {
        if (work.signal.aborted) return;
        const id = work.idOf(row);
        // A row that was handled and is still due is locked by another transaction: it is skipped in this run.
        const isDone = !seen.has(id) && (await this.attempt(work.name, id, () => work.handle(row)));
        if (isDone && known.has(id)) await this.setAside.forget(work.name, id);
        if (!isDone) except.add(id);
        if (!isDone && !seen.has(id) && --failuresLeft === 0) throw new Error(`${work.name} fails for most`);
        seen.add(id);
      }
    }
    await this.forgetStale(work.name);
  }

  /** Handles one row. Returns whether it succeeded. If not, later runs skip the row for a while. */
  async attempt(name: string, id: string, handle: () => Promise<unknown>): Promise<boolean> {
    try {
      await handle();
      return true;
    } catch (error) {
      const tries = await this.setAside.add(name, id, this.clock.now());
      if (tries === 1)
        this.#log.error({ work: name, id, err: error }, 'A row could not be processed and has been set aside');
      return false;
    }
  }

  /**
   * Returns the ids of all failed rows, including those that may be retried by now. Statements that handle many rows at
   * once must exclude them, and leave them to `each`.
   */
  async setAsideOf(name: string): Promise<string[]> {
    return [...(await this.setAside.of(name)).keys()];
  }

  /**
   * Deletes the entries of failed rows that are probably no longer due: they could have been retried for more than a
   * day, but were not. `each` does this itself; call it only for work that does not use `each`.
   */
  forgetStale(name: string): Promise<void> {
    return this.setAside.forgetStale(name, this.clock.now());
  }
}
