import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/index.js';
import { QuarantinedRows } from './quarantined-rows.repository.js';

/** Work that is repeated for each row that is due. */
export interface RowWork<T> {
  /** The kind of the job, as operators know it. */
  readonly name: string;
  readonly signal: AbortSignal;
  /** Finds due rows, at most `limit`, without those ids. */
  find(except: readonly string[], limit: number): Promise<readonly T[]>;
  idOf(row: T): string;
  /** In a transaction of its own. It may find that nothing is left to do. */
  handle(row: T): Promise<unknown>;
  /** More failures in one run are no fault of rows: the run ends, and the next one goes on with others. */
  readonly mostFailures?: number;
}

const TOGETHER = 100;
const MOST_FAILURES = 1_000;

/**
 * Works on rows one by one. One that fails is set aside, for longer with each try, and stops none of the others: operators
 * are told once in the log, and by a metric for as long as it fails.
 */
@Injectable()
export class RowUpkeep {
  readonly #log = new Logger(RowUpkeep.name);

  constructor(
    private readonly setAside: QuarantinedRows,
    private readonly clock: Clock,
  ) {}

  /** Works on everything that is due. */
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
        // A row that is still due after its turn is held by somebody else.
        const isDone = !seen.has(id) && (await this.attempt(work.name, id, () => work.handle(row)));
        if (isDone && known.has(id)) await this.setAside.forget(work.name, id);
        if (!isDone) except.add(id);
        if (!isDone && !seen.has(id) && --failuresLeft === 0) throw new Error(`${work.name} fails for most`);
        seen.add(id);
      }
    }
    await this.forgetStale(work.name);
  }

  /** Works on one row. Returns whether it was done; otherwise it is set aside. */
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

  /** The rows that are set aside. Bulk work leaves them to `each`. */
  async setAsideOf(name: string): Promise<string[]> {
    return [...(await this.setAside.of(name)).keys()];
  }

  /** Forgets rows that are no longer due, for work that is not done by `each`. */
  forgetStale(name: string): Promise<void> {
    return this.setAside.forgetStale(name, this.clock.now());
  }
}
