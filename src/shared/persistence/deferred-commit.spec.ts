import { DeferredCommit } from './deferred-commit.js';
import type { Tx } from './tx.js';

/** A transaction whose commit completes when the test decides. */
class FakeTransaction {
  readonly tx = {} as Tx;
  state: 'open' | 'committing' | 'committed' | 'failed' | 'rolled back' = 'open';
  #end: (error?: Error) => void = () => undefined;

  commit(): Promise<void> {
    this.state = 'committing';
    return new Promise((resolve, reject) => {
      this.#end = (error) => {
        this.state = error ? 'failed' : 'committed';
        if (error) reject(error);
        else resolve();
      };
    });
  }

  rollback(): Promise<void> {
    this.state = 'rolled back';
    return Promise.resolve();
  }

  endCommit(error?: Error): void {
    this.#end(error);
  }
}

const nothing = () => Promise.resolve();

describe('A deferred commit', () => {
  let deferral: DeferredCommit;
  let transaction: FakeTransaction;
  beforeEach(() => {
    deferral = new DeferredCommit();
    transaction = new FakeTransaction();
  });
  const keepOpen = () => deferral.keepOpen(() => Promise.resolve(transaction));

  it('is waited for at the end, where a read that nobody awaited has begun it', async () => {
    await keepOpen();
    void deferral.settle();
    const finished = deferral.finish(nothing).then(() => transaction.state);
    await new Promise(setImmediate);
    transaction.endCommit();
    expect(await finished).toBe('committed');
  });

  it('fails at the end, where a read that nobody awaited has begun it', async () => {
    await keepOpen();
    deferral.settle()?.catch(() => undefined);
    const finished = deferral.finish(nothing);
    await Promise.all([
      expect(finished).rejects.toThrow('the disk is full'),
      new Promise(setImmediate).then(() => transaction.endCommit(new Error('the disk is full'))),
    ]);
  });

  it('never comes of a transaction that ends after all was given up', async () => {
    let begun = (_: FakeTransaction): void => undefined;
    const late = deferral.keepOpen(() => new Promise<FakeTransaction>((resolve) => (begun = resolve)));
    await deferral.rollback();
    begun(transaction);
    await expect(late).rejects.toThrow('given up');
    expect(transaction.state).toBe('rolled back');
  });
});
