import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Signals } from '../../shared/events/index.js';
import { type JsonObject, later } from '../../shared/kernel/index.js';
import { type PendingWrites, UnitOfWork } from '../../shared/persistence/index.js';
import { type Change, changesIn, keyOfChange } from './live.changes.js';

/**
 * The topics of signals. `WATCHED` tells all processes that a console page is open. `CHANGED` lists the objects that
 * have changed.
 */
const WATCHED = 'operators.watched';
export const CHANGED = 'operators.changed';

/** After a `WATCHED` signal, a process reports its changes for this long. */
export const WATCH_MS = 60_000;
const GATHER_MS = 200;
/**
 * Maximum number of changes that are reported individually. If there are more, only the kinds of the changed objects
 * are reported, without ids.
 */
const MOST_AT_ONCE = 100;

export type Changed = { readonly changes: readonly Change[] };

/**
 * Sends the changes that are committed in this process to all processes. The changes of a short interval are collected
 * and sent in one transaction. Does nothing while no console is open.
 */
@Injectable()
export class ChangeNotifier implements OnModuleDestroy {
  readonly #log = new Logger(ChangeNotifier.name);
  readonly #gathered = new Map<string, Change>();
  #watchedUntil = 0;
  #stopGathering: (() => void) | undefined;
  #telling: NodeJS.Timeout | undefined;

  constructor(
    private readonly signals: Signals,
    private readonly uow: UnitOfWork,
  ) {
    signals.on(WATCHED, () => {
      this.#watchedUntil = Date.now() + WATCH_MS;
      this.#stopGathering ??= uow.onCommit((written) => {
        this.#gather(written);
        return Promise.resolve();
      });
    });
  }

  onModuleDestroy(): void {
    clearTimeout(this.#telling);
  }

  /**
   * Makes every process report its changes to all others for `WATCH_MS`. It must be called again and again while a
   * console page is open.
   */
  async watch(): Promise<void> {
    await this.#signal(WATCHED, {});
  }

  onChanges(take: (changes: readonly Change[]) => void | Promise<void>): void {
    this.signals.on<Changed & Record<string, never>>(CHANGED, ({ changes }) => take(changes));
  }

  #gather(written: PendingWrites): void {
    if (Date.now() > this.#watchedUntil) {
      this.#stopGathering?.();
      this.#stopGathering = undefined;
      return;
    }
    for (const change of changesIn(written)) this.#gathered.set(keyOfChange(change), change);
    if (this.#gathered.size > 0) this.#telling ??= later(() => void this.#tell(), GATHER_MS);
  }

  async #tell(): Promise<void> {
    this.#telling = undefined;
    const changes = fewer([...this.#gathered.values()]);
    this.#gathered.clear();
    try {
      await this.#signal(CHANGED, { changes });
    } catch (error) {
      // A lost signal is not sent again, because open console pages also reload their data regularly.
      this.#log.warn({ err: error }, 'Consoles were not told of changes');
    }
  }

  async #signal(topic: string, payload: JsonObject): Promise<void> {
    await this.uow.run((tx) => {
      tx.pending.signals.push({ topic, payload });
      return Promise.resolve();
    });
  }
}

export function fewer(changes: readonly Change[]): Change[] {
  if (changes.length <= MOST_AT_ONCE) return [...changes];
  const kinds = changes.map((change) => ({ ...change, id: null }));
  return [...new Map(kinds.map((change) => [keyOfChange(change), change])).values()].slice(0, MOST_AT_ONCE);
}
