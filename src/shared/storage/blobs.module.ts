import { Injectable, Module } from '@nestjs/common';
import { CONFIG } from '../../config.js';
import { JobHandler, type JobRun, Recurring } from '../jobs/index.js';
import { EventsModule } from '../events/index.js';
import { MetricsRegistry, OperationsModule } from '../observability/index.js';
import { PersistenceModule } from '../persistence/index.js';
import { SecurityModule } from '../security/index.js';
import { RemoveStoredBlobs, StoredBlobRemoval } from './blob-removal.jobs.js';
import { PostgresBlobStorage } from './blob-storage.js';
import { BlobStorages, openS3, S3 } from './blob-storages.js';
import { BlobRepository } from './blob.repository.js';
import { Blobs } from './blobs.service.js';

const BATCH = 100;

/**
 * Removes interrupted uploads an hour after their last activity. Also removes the rows of removed owners, and the bytes
 * of deleted blobs that may still be in a storage.
 */
@Injectable()
@Recurring('shared/purge-broken-uploads', { everySeconds: 3_600 })
export class PurgeBrokenUploads extends JobHandler {
  constructor(
    private readonly blobs: Blobs,
    private readonly removal: StoredBlobRemoval,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    while (!signal.aborted && (await this.blobs.removeBrokenOff(BATCH)) === BATCH);
    while (!signal.aborted && (await this.blobs.forgetRemovedOwners(BATCH)) === BATCH);
    await this.removal.removeDue(signal);
  }
}

/** Stores large files encrypted. */
@Module({
  imports: [EventsModule, PersistenceModule, SecurityModule, OperationsModule],
  providers: [
    BlobRepository,
    PostgresBlobStorage,
    { provide: S3, inject: [CONFIG, MetricsRegistry], useFactory: openS3 },
    BlobStorages,
    Blobs,
    StoredBlobRemoval,
    RemoveStoredBlobs,
    PurgeBrokenUploads,
  ],
  exports: [Blobs],
})
export class BlobsModule {}
