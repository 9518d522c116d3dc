import { Injectable, type StreamableFile } from '@nestjs/common';
import { exportStream } from '../../../shared/http/index.js';
import { type BlobOwner, Blobs } from '../../../shared/storage/index.js';
import { Tenant } from '../../../shared/kernel/index.js';
import type { FourEyesRequest } from '../four-eyes-request.entity.js';

export type RequestOfAnswer = Pick<FourEyesRequest, 'id' | 'enterpriseId' | 'test'>;

const CONTENT_TYPE = 'application/json';
/** Far beyond what is ever held about one person. */
const MOST_BYTES = 64 * 1024 ** 3;

/** Answers of unknown length, such as all that is held about a person: sealed blobs, never whole in memory. */
@Injectable()
export class LongAnswers {
  constructor(private readonly blobs: Blobs) {}

  /** Returns the id of the blob. */
  async keep(request: RequestOfAnswer, content: AsyncIterable<Uint8Array>): Promise<string> {
    const kept = await this.blobs.put(ownerOf(request), content, { contentType: CONTENT_TYPE, mostBytes: MOST_BYTES });
    return kept.blobId;
  }

  async open(request: RequestOfAnswer, blobId: string): Promise<StreamableFile | undefined> {
    const blob = await this.blobs.get(ownerOf(request), blobId);
    return blob && exportStream(blob.content, { type: `${CONTENT_TYPE}; charset=utf-8` });
  }

  /** Removes all that there is of the request, also what a run has left that ended early. Within the caller's transaction. */
  async forget(request: RequestOfAnswer): Promise<void> {
    await this.blobs.removeOwner(ownerOf(request));
  }
}

const ownerOf = ({ id, enterpriseId, test }: RequestOfAnswer): BlobOwner => ({
  tenant: Tenant.of(enterpriseId, test),
  owner: `operators/four-eyes:${id}`,
});
