import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { Logger } from '@nestjs/common';
import { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { KernelErrors } from '../kernel/index.js';
import { BlobStorage } from './blob-storage.js';

export interface S3Address {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly pathStyle: boolean;
  readonly trust?: SecureContext | undefined;
}

export interface S3Timeouts {
  readonly connectMs: number;
  /** How long one attempt waits for the response to begin, and how long the server may pause during the response. */
  readonly answerMs: number;
}

export type OnCall = (operation: string, outcome: 'done' | 'failed') => void;

const TIMEOUTS: S3Timeouts = { connectMs: 3_000, answerMs: 10_000 };
const TRIES = 3;
const MOST_CONNECTIONS = 50;
const RETRY_AFTER_SECONDS = 5;
/**
 * The size of a part of an upload. S3 requires at least 5 MiB for all parts but the last, and some servers require
 * equal sizes.
 */
export const PART_BYTES = 8 * 1024 * 1024;
const REMOVED_AT_ONCE = 8;

/**
 * Stores blobs as objects on an S3-compatible server. A blob of up to one part is sent in one request. A longer one is
 * a multipart upload, of which one part is in memory at a time. Callers get 503 for any failure of the server.
 */
export class S3BlobStorage extends BlobStorage {
  readonly name = 's3';
  readonly #log = new Logger(S3BlobStorage.name);
  readonly #client: S3Client;

  constructor(
    private readonly address: S3Address,
    private readonly onCall: OnCall = () => undefined,
    timeouts: S3Timeouts = TIMEOUTS,
  ) {
    super();
    this.#client = clientFor(address, timeouts);
  }

  async write(blobId: string, sealed: AsyncIterable<Buffer>): Promise<void> {
    const parts = partsOf(sealed);
    const first = await parts.next();
    const second = first.done ? first : await parts.next();
    if (first.done || second.done) await this.#put(blobId, first.done ? Buffer.alloc(0) : first.value);
    else await this.#putParts(blobId, joined([first.value, second.value], parts));
  }

  async *read(blobId: string): AsyncGenerator<Buffer> {
    const body = await this.#call('read', async () => {
      const answer = await this.#client.send(new GetObjectCommand(this.#object(blobId))).catch(unlessMissing);
      return answer?.Body;
    });
    if (!(body instanceof Readable)) return;
    try {
      for await (const piece of body) yield piece as Buffer;
    } catch (error) {
      throw this.#failed('read', error);
    }
  }

  async remove(blobIds: readonly string[]): Promise<void> {
    for (let at = 0; at < blobIds.length; at += REMOVED_AT_ONCE) {
      const some = blobIds.slice(at, at + REMOVED_AT_ONCE);
      // Objects are removed individually, because servers require different checksums for the removal of a list.
      await Promise.all(
        some.map((id) => this.#call('remove', () => this.#client.send(new DeleteObjectCommand(this.#object(id))))),
      );
    }
  }

  /** Rejects with the server's own error if the bucket cannot be used. */
  async check(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.address.bucket }));
  }

  close(): void {
    this.#client.destroy();
  }

  async #put(blobId: string, body: Buffer): Promise<void> {
    await this.#call('write', () => this.#client.send(new PutObjectCommand({ ...this.#object(blobId), Body: body })));
  }

  async #putParts(blobId: string, bodies: AsyncIterable<Buffer>): Promise<void> {
    const object = this.#object(blobId);
    const begun = await this.#call('begin', () => this.#client.send(new CreateMultipartUploadCommand(object)));
    const upload = { ...object, UploadId: begun.UploadId };
    try {
      const sent: CompletedPart[] = [];
      for await (const body of bodies) {
        const part = { PartNumber: sent.length + 1 };
        const { ETag } = await this.#call('write', () =>
          this.#client.send(new UploadPartCommand({ ...upload, ...part, Body: body })),
        );
        sent.push({ ...part, ETag });
      }
      const all = { ...upload, MultipartUpload: { Parts: sent } };
      await this.#call('complete', () => this.#client.send(new CompleteMultipartUploadCommand(all)));
    } catch (error) {
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  #object(blobId: string): { Bucket: string; Key: string } {
    return { Bucket: this.address.bucket, Key: `blobs/${blobId}` };
  }

  async #call<T>(operation: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.onCall(operation, 'done');
      return result;
    } catch (error) {
      throw this.#failed(operation, error);
    }
  }

  #failed(operation: string, error: unknown): Error {
    this.onCall(operation, 'failed');
    this.#log.error({ operation, reason: reasonOf(error), status: statusOf(error) }, 'The object storage failed');
    return KernelErrors.unavailable('The storage of files does not answer.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** The HTTP status of the server's response; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error as { $metadata: { httpStatusCode?: number } };
  return metadata.httpStatusCode;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');

function unlessMissing(error: unknown): undefined {
  if (statusOf(error) !== 404 || reasonOf(error) !== 'NoSuchKey') throw error;
  return undefined;
}

const clientFor = (address: S3Address, { connectMs, answerMs }: S3Timeouts): S3Client => {
  const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  return new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: address.pathStyle,
    credentials: { accessKeyId: address.accessKey, secretAccessKey: address.secretKey },
    maxAttempts: TRIES,
    // Some servers refuse the checksums that AWS's client adds. They are not needed: every chunk is authenticated.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
      httpAgent: agent,
      httpsAgent: address.trust ? { ...agent, secureContext: address.trust } : agent,
    },
  });
};

/** Combines chunks into parts of one size. The last part may be shorter. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let [held, bytes]: [Buffer[], number] = [[], 0];
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    const all = Buffer.concat(held);
    yield all.subarray(0, PART_BYTES);
    [held, bytes] = [[all.subarray(PART_BYTES)], all.length - PART_BYTES];
  }
  if (bytes > 0) yield Buffer.concat(held);
}

async function* joined<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}
