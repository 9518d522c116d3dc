import pg from 'pg';
import { DeferredCommit } from './deferred-commit.js';

type WhenConnected = Parameters<pg.Pool['connect']>[0];

/** The connections of TypeORM. A request that takes one first commits what it has left open, so that it reads its writes. */
export class RequestPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: WhenConnected): void;
  override connect(callback?: WhenConnected): Promise<pg.PoolClient> | undefined {
    const committed = DeferredCommit.current()?.settle();
    if (!callback) return committed ? committed.then(() => super.connect()) : super.connect();
    if (committed) this.#after(committed, callback);
    else super.connect(callback);
    return undefined;
  }

  #after(committed: Promise<void>, callback: WhenConnected): void {
    committed.then(
      () => super.connect(callback),
      (error: unknown) => callback(error as Error, undefined, () => undefined),
    );
  }
}

/** The driver that TypeORM uses. */
export const driver = { ...pg, Pool: RequestPool };
