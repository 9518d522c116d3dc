import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ListMemory } from '../../../shared/http/index.js';
import type { ErrorKind } from '../../../shared/kernel/index.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { ConcurrencyLimiter } from '../../../shared/workers/index.js';
import { OpenCounts } from '../../../shared/security/index.js';
import { NotificationErrors } from '../../contract/notifications.errors.js';
import type { MobileCaller } from '../mobile-operation.port.js';

/** Maximum number of lists that may be sent to one user at the same time, over sockets and HTTP combined. */
export const MOST_LISTS = 8;
const RETRY_AFTER_SECONDS = 5;

/** A slot that one list occupies from the start of the call until the list has been sent. */
export interface ListSlot {
  readonly heldBytes: number;
  /** Runs `work`, which reads the first page of the list, once fewer reads are running than the limit allows. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Counts bytes of the list against the memory budget until the list has been sent. Throws if the budget is exhausted.
   */
  hold(bytes: number): void;
  /** Frees the slot. Further calls have no effect. */
  end(): void;
}

/**
 * Limits how many lists are sent at once, because a slow client keeps its list in memory. Each user may have a few
 * lists, and each process has a memory budget for lists. Enterprises share the budget; live and test data have separate
 * shares.
 */
@Injectable()
export class ListConcurrencyLimiter {
  readonly #ofUsers = new OpenCounts(MOST_LISTS);
  readonly #refused: Counter<'limit'>;
  /**
   * Limits how many pages are read at once: reading a page takes several times the memory of the page itself, and the
   * memory budget does not include that. Enterprises take turns.
   */
  readonly #reading = new ConcurrencyLimiter({ maxRunning: MOST_LISTS, maxWaiting: 2_000 });

  constructor(
    private readonly bytes: ListMemory,
    registry: MetricsRegistry,
  ) {
    const lists = this.#ofUsers;
    gauge(registry, 'lists', 'Lists of notifications that are on their way to their readers.', () => lists.total);
    gauge(registry, 'list_bytes', 'Bytes of lists that are held until their readers take them.', () => bytes.held);
    this.#refused = new Counter({
      name: 'countersign_lists_refused_total',
      help: 'Lists that were refused because too many are on their way: of the user, of the enterprise, of all.',
      labelNames: ['limit'],
      registers: [registry],
    });
  }

  /** How many lists are being sent to clients at this moment. */
  get open(): number {
    return this.#ofUsers.total;
  }

  get heldBytes(): number {
    return this.bytes.held;
  }

  begin({ user: { sub }, tenant }: MobileCaller): ListSlot {
    if (!this.#ofUsers.take(sub)) throw this.#refusal('user', NotificationErrors.tooManyLists);
    const owner = tenant.key;
    const queueKey = { tenant: owner, session: sub };
    let [held, hasEnded] = [0, false];
    return {
      get heldBytes() {
        return held;
      },
      read: (work) =>
        this.#reading.run(
          () => {
            // The client has disconnected while its call was waiting, so no client receives this error.
            if (hasEnded) throw NotificationErrors.tooManyLists();
            return work();
          },
          { queueKey },
        ),
      hold: (bytes) => {
        if (hasEnded) return;
        const noRoom = this.bytes.take(owner, bytes);
        if (noRoom === 'share') throw this.#refusal('enterprise', NotificationErrors.listsOfEnterprise);
        if (noRoom === 'budget') throw this.#refusal('all', NotificationErrors.listsOfAll);
        held += bytes;
      },
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        this.bytes.giveBack(owner, held);
        this.#ofUsers.giveBack(sub);
      },
    };
  }

  #refusal(limit: string, kind: ErrorKind): Error {
    this.#refused.inc({ limit });
    return kind(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

function gauge(registry: MetricsRegistry, name: string, help: string, value: () => number): void {
  new Gauge({
    name: `countersign_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}
