import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/index.js';
import { QuarantinedRows } from './quarantined-rows.repository.js';

/** Periodic work on each row that is due. */
export interface RowWork<T> {
  /** A name for the work. Operators see it in logs and metrics. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Finds at most `limit` due rows, without those in `except`. */
  find(except: readonly string[], limit: number): Promise<readonly T[]>;
  idOf(row: T): string;
  /** Handles one row, in a transaction of its own. It must allow for a row that is no longer due by then. */
  handle(row: T): Promise<unknown>;
  /**
   * With more failures in one run, the cause is not single rows. The run then ends, and the next one continues with
   * other rows.
   */
  readonly mostFailures?: number;
}

const TOGETHER = 100;
const MOST_FAILURES = 1_000;

/**
 * Works on rows one by one. A row that fails is skipped by later runs, for longer with each failure, and does not stop
 * the others. It is logged once, and a metric counts it while it fails.
 */
@Injectable()
export class RowUpkeep {
  readonly #log = new Logger(RowUpkeep.name);

  constructor(
    private readonly setAside: QuarantinedRows,
    private readonly clock: Clock,
  ) {}

  /** Works on all rows that are due. */
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
        // A row that is found a second time in this run is locked by another transaction, so it is left out.
        const isDone = !seen.has(id) && (await this.attempt(work.name, id, () => work.handle(row)));
        if (isDone && known.has(id)) await this.setAside.forget(work.name, id);
        if (!isDone) except.add(id);
        if (!isDone && !seen.has(id) && --failuresLeft === 0) throw new Error(`${work.name} fails for most`);
        seen.add(id);
      }
    }
    await this.forgetStale(work.name);
  }

  /** Works on one row. Returns whether it succeeded; otherwise later runs skip the row for a while. */
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
   * The ids of all failed rows, including those that may be tried again by now. Bulk statements exclude them and leave
   * them to `each`.
   */
  async setAsideOf(name: string): Promise<string[]> {
    return [...(await this.setAside.of(name)).keys()];
  }

  /**
   * Forgets failed rows that were not tried again within a day after their time, because they are no longer due. `each`
   * does this itself; call it for work that does not use `each`.
   */
  forgetStale(name: string): Promise<void> {
    return this.setAside.forgetStale(name, this.clock.now());
  }
}
