import { type PageAnswer, type PageJob, threads } from '@countersign/identity-engine';
import { WorkerPool } from '../../../shared/workers/index.js';

/**
 * Reads the pages of documents in a worker thread. The thread's script is a bundle with all packages of the engine,
 * because a production installation does not contain these packages.
 */
export class PagesInFiles {
  readonly #thread = new WorkerPool<PageJob, PageAnswer | undefined>({
    name: 'idv read',
    module: threads.pages,
    maxThreads: 1,
    maxQueue: 1,
    maxWaitMs: 60_000,
    mostWorkMs: 30_000,
    idleMs: 60_000,
    maxMemoryMb: 384,
  });

  async read(picture: Buffer, zoneMs: number): Promise<PageAnswer> {
    const answer = await this.#thread.run({ picture, zoneMs });
    if (!answer) throw new Error('A page was not read');
    return answer;
  }

  /** Loads the models. Fails if they cannot be loaded. */
  async load(): Promise<void> {
    await this.#thread.run({});
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
