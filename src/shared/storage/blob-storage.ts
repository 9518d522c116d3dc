import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';

export type StorageName = 'postgres' | 's3';

/** Stores the encrypted bytes of blobs, without knowing their content or owner. */
export abstract class BlobStorage {
  /** The name that is stored with each blob, so that the blob is still found after the settings have changed. */
  abstract readonly name: StorageName;

  /**
   * Stores the bytes that `sealed` yields, and resolves when all of them are stored. If `sealed` fails midway, the
   * caller must remove the bytes stored so far.
   */
  abstract write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void>;

  /**
   * Streams a blob, reading only as fast as the consumer. The buffers may have any length. If the blob does not exist,
   * the stream is empty.
   */
  abstract read(blobId: string): AsyncIterable<Buffer>;

  /** Removes blobs. A blob that does not exist causes no error. */
  abstract remove(blobIds: readonly string[]): Promise<void>;
}

/**
 * Stores a blob as rows of about 256 KiB. Only one row is in memory at a time, and no transaction stays open between
 * two rows. The rows are deleted together with the row of the blob.
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
