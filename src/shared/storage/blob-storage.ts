import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';

export type StorageName = 'postgres' | 's3';

/** Keeps the sealed bytes of blobs. It learns nothing of what they hold or whose they are. */
export abstract class BlobStorage {
  /** Stored with each blob, so that it is found again after the settings have changed. */
  abstract readonly name: StorageName;

  /** Resolves when all of it is kept. The caller removes what a source that failed has left behind. */
  abstract write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void>;

  /**
   * Reads no further ahead than its reader asks for. The pieces may have any length. A blob that is not there gives no
   * pieces.
   */
  abstract read(blobId: string): AsyncIterable<Buffer>;

  /** Removes blobs. Those that are not there cause no error. */
  abstract remove(blobIds: readonly string[]): Promise<void>;
}

/**
 * Keeps blobs as rows of some 256 KiB. One row is in memory at a time, and no transaction stays open between two. The rows
 * go with that of their blob.
 */
@Injectable()
export class PostgresBlobStorage extends BlobStorage {
  readonly name = 'postgres';

  constructor(private readonly db: Database) {
    super();
  }

  async write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void> {
    let number = 0;
    for await (const body of sealed) await this.db.rows(WRITE, [blobId, number++, body]);
  }

  async *read(blobId: string): AsyncGenerator<Buffer> {
    for (let number = 0; ; number++) {
      const chunk = await this.db.one<{ body: Buffer }>(READ, [blobId, number]);
      if (!chunk) return;
      yield chunk.body;
    }
  }

  async remove(blobIds: readonly string[]): Promise<void> {
    await this.db.rows('DELETE FROM shared.blob_chunk WHERE blob_id = ANY ($1::uuid[])', [blobIds]);
  }
}

const WRITE = 'INSERT INTO shared.blob_chunk (blob_id, number, body) VALUES ($1, $2, $3)';
const READ = 'SELECT body FROM shared.blob_chunk WHERE blob_id = $1 AND number = $2';
