import { Injectable, Module } from '@nestjs/common';
import { Recurring, JobHandler, type JobRun } from '../events/jobs/job.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { SecurityModule } from '../security/security.module.js';
import { BlobStorage, PostgresBlobStorage } from './blob-storage.js';
import { BlobRepository } from './blob.repository.js';
import { Blobs } from './blobs.service.js';

const BATCH = 100;

/**
 * Removes uploads whose process or connection has ended, an hour after their last sign of life, and the marks of owners
 * that were removed.
 */
@Injectable()
@Recurring('shared/purge-broken-uploads', { everySeconds: 3_600 })
export class PurgeBrokenUploads extends JobHandler {
  constructor(private readonly blobs: Blobs) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    let removed = BATCH;
    while (removed === BATCH && !signal.aborted) removed = await this.blobs.removeBrokenOff(BATCH);
    while (!signal.aborted && (await this.blobs.forgetRemovedOwners(BATCH)) === BATCH);
  }
}

/** Large files, encrypted. */
@Module({
  imports: [PersistenceModule, SecurityModule],
  providers: [BlobRepository, { provide: BlobStorage, useClass: PostgresBlobStorage }, Blobs, PurgeBrokenUploads],
  exports: [Blobs],
})
export class BlobsModule {}
