import { Injectable, type StreamableFile } from '@nestjs/common';
import { exportStream } from '../../../shared/http/index.js';
import { type BlobOwner, Blobs } from '../../../shared/storage/index.js';
import { Tenant } from '../../../shared/kernel/index.js';
import type { FourEyesRequest } from '../four-eyes-request.entity.js';

export type RequestOfAnswer = Pick<FourEyesRequest, 'id' | 'enterpriseId' | 'test'>;

const CONTENT_TYPE = 'application/json';
/** Maximum size of a stored response, in bytes. Even an export of everything about one person is far smaller. */
const MOST_BYTES = 64 * 1024 ** 3;

/**
 * Stores responses of unknown length, such as the export of a person's data, as encrypted blobs, without holding a
 * whole response in memory.
 */
@Injectable()
export class LongAnswers {
  constructor(private readonly blobs: Blobs) {}

  /** Stores the response, and returns the id of its blob. */
  async keep(request: RequestOfAnswer, content: AsyncIterable<Uint8Array>): Promise<string> {
    const kept = await this.blobs.put(ownerOf(request), content, { contentType: CONTENT_TYPE, mostBytes: MOST_BYTES });
    return kept.blobId;
  }

  async open(request: RequestOfAnswer, blobId: string): Promise<StreamableFile | undefined> {
    const blob = await this.blobs.get(ownerOf(request), blobId);
    return blob && exportStream(blob.content, { type: `${CONTENT_TYPE}; charset=utf-8` });
  }

  /** Removes all blobs of the request in the caller's transaction, including those from an interrupted run. */
  async forget(request: RequestOfAnswer): Promise<void> {
    await this.blobs.removeOwner(ownerOf(request));
  }
}

const ownerOf = ({ id, enterpriseId, test }: RequestOfAnswer): BlobOwner => ({
  tenant: Tenant.of(enterpriseId, test),
  owner: `operators/four-eyes:${id}`,
});
