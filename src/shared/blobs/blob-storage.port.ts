/** Where the sealed bytes of blobs are kept. It learns nothing of what they hold or whose they are. */
export abstract class BlobStorage {
  /** Resolves when all of it is kept. What a source that fails has left behind is removed by its caller. */
  abstract write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void>;

  /** Reads no further ahead than its reader asks for. The pieces may have any length. */
  abstract read(blobId: string): AsyncIterable<Buffer>;

  /** Blobs that are not there are no error. */
  abstract remove(blobIds: readonly string[]): Promise<void>;
}
