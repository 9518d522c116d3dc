import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';

export type StorageName = 'postgres' | 's3';

/** Stores the encrypted bytes of blobs, without knowing their content or owner. */
export abstract class BlobStorage {
  /** Stored with each blob, so that the blob is still found after the settings have changed. */
  abstract readonly name: StorageName;

  /** Resolves when all bytes are stored. If `sealed` fails, the caller must remove what was written. */
  abstract write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void>;

  /**
   * Reads a blob piece by piece, and only as its reader asks for them. The pieces may have any length. A blob that is
   * not there gives no pieces.
   */
  abstract read(blobId: string): AsyncIterable<Buffer>;

  /** Removes blobs. Those that are not there cause no error. */
  abstract remove(blobIds: readonly string[]): Promise<void>;
}

/**
 * Stores a blob as rows of some 256 KiB. One row is in memory at a time, and no transaction stays open between two. The
 * rows are deleted together with the row of their blob.
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
