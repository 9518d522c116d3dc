import pg from 'pg';
import { currentQueueKey } from '../kernel/index.js';
import { ConcurrencyLimiter } from '../workers/index.js';
import { DeferredCommit } from './deferred-commit.js';
import { currentTx } from './current-tx.js';

/** The share of the connections that one enterprise may use at once while other enterprises are active. */
const SHARE_OF_ENTERPRISE = 0.25;
const WAIT_MS = 5_000;

export const shareOf = (connections: number): number => Math.max(1, Math.floor(connections * SHARE_OF_ENTERPRISE));

type WhenConnected = Parameters<pg.Pool['connect']>[0];

/**
 * The connection pool of TypeORM, in which enterprises take turns. Before a request gets a connection, its deferred
 * transaction is committed, so that it can read its own writes.
 */
export class RequestPool extends pg.Pool {
  readonly #turns: ConcurrencyLimiter;
  readonly #leaving = new WeakMap<pg.PoolClient, () => void>();

  constructor(options?: pg.PoolConfig) {
    super(options);
    const { max, connectionTimeoutMillis } = this.options;
    this.#turns = new ConcurrencyLimiter({
      maxRunning: max,
      maxWaiting: Infinity,
      maxWaitMs: connectionTimeoutMillis || WAIT_MS,
      maxOfTenant: shareOf(max),
      oneATurn: true,
    });
    this.on('release', (_error, client) => {
      this.#leaving.get(client)?.();
      this.#leaving.delete(client);
    });
  }

  /** Whether an enterprise other than the caller's has used a connection within the last second. */
  othersAreActive(): boolean {
    return this.#turns.othersAreActive({ queueKey: currentQueueKey() });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: WhenConnected): void;
  override connect(callback?: WhenConnected): Promise<pg.PoolClient> | undefined {
    if (!callback) return new Promise((resolve, reject) => this.connect(settling(resolve, reject)));
    const committed = DeferredCommit.current()?.settle();
    if (committed) committed.then(() => this.#inTurn(callback), failing(callback));
    else this.#inTurn(callback);
    return undefined;
  }

  /**
   * Takes a connection when it is the enterprise's turn. A request that is already in a transaction skips the queue:
   * while it waits for a second connection, it could block others that wait for their first one.
   */
  #inTurn(callback: WhenConnected): void {
    if (currentTx()) {
      super.connect(callback);
      return;
    }
    const candidate = { queueKey: currentQueueKey() };
    const leave = this.#turns.enterNow(candidate);
    if (leave) this.#connect(callback, leave);
    else this.#turns.enter(candidate).then((left) => this.#connect(callback, left), failing(callback));
  }

  #connect(callback: WhenConnected, leave: () => void): void {
    super.connect((error, client, release) => {
      if (client) this.#leaving.set(client, leave);
      else leave();
      callback(error, client, release);
    });
  }
}

const settling =
  (resolve: (client: pg.PoolClient) => void, reject: (error: Error) => void): WhenConnected =>
  (error, client) => {
    if (client) resolve(client);
    else reject(error ?? new Error('There is no connection'));
  };

const failing =
  (callback: WhenConnected) =>
  (error: unknown): void =>
    callback(error as Error, undefined, () => undefined);

/** The database driver for TypeORM, with `RequestPool` as its pool. */
export const driver = { ...pg, Pool: RequestPool };
