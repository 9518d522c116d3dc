import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { ListMemory } from '../../../shared/http/index.js';
import type { ErrorKind } from '../../../shared/kernel/index.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { ConcurrencyLimiter } from '../../../shared/workers/index.js';
import { OpenCounts } from '../../../shared/security/index.js';
import { NotificationErrors } from '../../contract/notifications.errors.js';
import type { MobileCaller } from '../mobile-operation.port.js';

/** Lists of one user that may be on their way at once, by sockets and HTTP together. */
export const MOST_LISTS = 8;
const RETRY_AFTER_SECONDS = 5;

/** One list, from its beginning until it has left. */
export interface ListPlace {
  readonly heldBytes: number;
  /** Runs the work that reads its first page when its turn has come. */
  read<T>(work: () => Promise<T>): Promise<T>;
  /** Counts the part of it that is in memory until it has left. */
  hold(bytes: number): void;
  /** Calling it twice has no further effect. */
  end(): void;
}

/**
 * The lists of this process that are on their way to their readers, who may be slow: few of one user, and in bytes what the
 * process can spare. Enterprises share the bytes, live and test data apart.
 */
@Injectable()
export class ListConcurrencyLimiter {
  readonly #ofUsers = new OpenCounts(MOST_LISTS);
  readonly #refused: Counter<'limit'>;
  /**
   * While a page is read it takes several times its bytes, which nobody counts. So only a few are read at once, and
   * enterprises take turns.
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

  /** How many lists are on their way. */
  get open(): number {
    return this.#ofUsers.total;
  }

  get heldBytes(): number {
    return this.bytes.held;
  }

  begin({ user: { sub }, tenant }: MobileCaller): ListPlace {
    if (!this.#ofUsers.take(sub)) throw this.#refusal('user', NotificationErrors.tooManyLists);
    const owner = tenant.key;
    const turn = { tenant: owner, session: sub };
    let [held, hasEnded] = [0, false];
    return {
      get heldBytes() {
        return held;
      },
      read: (work) =>
        this.#reading.run(
          () => {
            // Its client has left while it waited, so nobody gets an answer.
            if (hasEnded) throw NotificationErrors.tooManyLists();
            return work();
          },
          { turn },
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
