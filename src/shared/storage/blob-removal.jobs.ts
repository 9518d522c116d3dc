import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun, RowUpkeep } from '../jobs/index.js';
import type { JobRequest } from '../persistence/index.js';
import type { StorageName } from './blob-storage.js';
import { BlobStorages } from './blob-storages.js';
import { BlobRepository, type RemovedBlob } from './blob.repository.js';

const BATCH = 100;
const KIND = 'shared/remove-stored-blobs';
/** After this many failures, the storage itself is assumed to be unavailable, and the run ends. */
const MOST_FAILURES = 3;

/**
 * Requests the job that removes the bytes of deleted blobs from a storage outside the database. Use it in the
 * transaction that deletes the blobs.
 */
export const removalOf = (removed: readonly RemovedBlob[]): JobRequest[] =>
  removed.some(({ storage }) => storage !== 'postgres') ? [{ kind: KIND, payload: {}, dedupeKey: KIND }] : [];

/**
 * Removes the bytes of deleted blobs from their storages. Each removal is repeated an hour later, because an upload in
 * progress may have stored bytes after the first one.
 */
@Injectable()
export class StoredBlobRemoval {
  constructor(
    private readonly blobs: BlobRepository,
    private readonly storages: BlobStorages,
    private readonly upkeep: RowUpkeep,
  ) {}

  async removeDue(signal: AbortSignal): Promise<void> {
    const except = await this.upkeep.setAsideOf(KIND);
    try {
      let due = BATCH;
      while (due === BATCH && !signal.aborted) due = await this.#remove(await this.blobs.removalsDue(except, BATCH));
      if (except.length > 0) await this.#removeEach(signal);
    } catch {
      await this.#removeEach(signal);
    }
  }

  /** Removes the blobs one by one, so that a blob that cannot be removed does not prevent the removal of the others. */
  #removeEach(signal: AbortSignal): Promise<void> {
    return this.upkeep.each({
      name: KIND,
      signal,
      find: (except, limit) => this.blobs.removalsDue(except, limit),
      idOf: ({ blobId }) => blobId,
      handle: (blob) => this.#remove([blob]),
      mostFailures: MOST_FAILURES,
    });
  }

  async #remove(due: readonly RemovedBlob[]): Promise<number> {
    for (const name of new Set(due.map(({ storage }) => storage))) await this.#removeFrom(name, due);
    await this.blobs.noteRemovals(due.map(({ blobId }) => blobId));
    return due.length;
  }

  #removeFrom(name: StorageName, due: readonly RemovedBlob[]): Promise<void> {
    const ids = due.filter(({ storage }) => storage === name).map(({ blobId }) => blobId);
    return this.storages.named(name).remove(ids);
  }
}

@Injectable()
@HandlesJob(KIND, { concurrency: 1 })
export class RemoveStoredBlobs extends JobHandler {
  constructor(private readonly removal: StoredBlobRemoval) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return this.removal.removeDue(signal);
  }
}
