import { type BlobOwner, Blobs } from '../../src/shared/storage/index.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import type { TestApplication } from './application.js';

export const MIB = 1024 * 1024;
export const IMAGE = { contentType: 'image/jpeg', mostBytes: 64 * MIB };

let owners = 0;

export async function* streamOf(...pieces: (Buffer | string)[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece);
}

/** An owner of blobs of its own, and what it puts and reads. */
export class StoredBlobs {
  readonly owner: BlobOwner = { tenant: Tenant.of('default', false), owner: `testing/session:${++owners}` };

  constructor(private readonly running: TestApplication) {}

  put = (content: Buffer, by = this.owner) => this.running.app.get(Blobs).put(by, streamOf(content), IMAGE);

  read = async (blobId: string, by = this.owner): Promise<Buffer> => {
    const found = await this.running.app.get(Blobs).get(by, blobId);
    if (!found) throw new Error('not found');
    const pieces: Buffer[] = [];
    for await (const piece of found.content) pieces.push(piece as Buffer);
    return Buffer.concat(pieces);
  };
}
