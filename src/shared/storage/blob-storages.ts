import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import { KernelErrors } from '../kernel/index.js';
import { DiskSpace } from '../persistence/index.js';
import { MetricsRegistry, Readiness } from '../observability/index.js';
import { outboundTrust } from '../outbound/index.js';
import { type BlobStorage, PostgresBlobStorage, type StorageName } from './blob-storage.js';
import type { S3BlobStorage } from './s3-blob-storage.js';

/** Thrown if the settings of the object storage are invalid. The message says in one sentence what to change. */
export class StorageRefused extends Error {}

/** Opens the object storage if it is configured. Its library is loaded only then. */
export async function openS3(config: Config, registry: MetricsRegistry): Promise<S3BlobStorage | undefined> {
  const { blobsS3Endpoint: endpoint, blobsS3Bucket: bucket, blobsS3Region: region } = config;
  const { blobsS3AccessKey: accessKey, blobsS3SecretKey: secretKey, blobsS3PathStyle: pathStyle } = config;
  if (!endpoint || !bucket || !accessKey || !secretKey) return undefined;
  const calls = new Counter({
    name: 'countersign_blob_storage_calls_total',
    help: 'Calls to the object storage by operation and outcome: done, failed.',
    labelNames: ['operation', 'outcome'],
    registers: [registry],
  });
  const { S3BlobStorage: Storage } = await import('./s3-blob-storage.js');
  const trust = outboundTrust(config)();
  return new Storage({ endpoint, bucket, region, accessKey, secretKey, pathStyle, trust }, (operation, outcome) =>
    calls.inc({ operation, outcome }),
  );
}

export const S3 = Symbol('S3');

/**
 * The storages of this process. New blobs are written to the object storage, if there is one. A blob is read from the
 * storage in which it was written.
 */
@Injectable()
export class BlobStorages implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #log = new Logger(BlobStorages.name);

  constructor(
    private readonly postgres: PostgresBlobStorage,
    @Inject(S3) private readonly s3: S3BlobStorage | undefined,
    @Inject(CONFIG) private readonly config: Config,
    readiness: Readiness,
    private readonly disk: DiskSpace,
  ) {
    if (s3) readiness.watch('storage', () => s3.check());
  }

  /** The storage for new blobs. Throws if that is the database and its disk is nearly full. */
  get current(): BlobStorage {
    if (this.s3) return this.s3;
    this.disk.assertRoom();
    return this.postgres;
  }

  named(name: StorageName): BlobStorage {
    const found = [this.postgres, this.s3].find((storage) => storage?.name === name);
    if (found) return found;
    this.#log.error({ storage: name }, 'A blob is in a storage that this process has no settings for');
    throw KernelErrors.unavailable('The storage that contains the file is not configured.', { retryAfterSeconds: 60 });
  }

  /**
   * Checks the object storage in production. An invalid setting aborts startup. If the server does not respond, a
   * warning is logged, because the failure may be temporary.
   */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.s3 || this.config.nodeEnv !== 'production') return;
    const { statusOf } = await import('./s3-blob-storage.js');
    await this.s3.check().catch((error: unknown) => {
      const status = statusOf(error);
      if (status === undefined || status >= 500) this.#log.warn('The object storage does not respond');
      else throw new StorageRefused(refusal(this.config, status));
    });
  }

  onModuleDestroy(): void {
    this.s3?.close();
  }
}

function refusal({ blobsS3Endpoint, blobsS3Bucket, blobsS3Region }: Config, status: number): string {
  const place = `${blobsS3Endpoint ?? ''} (${status})`;
  if (status === 404)
    return `BLOBS_S3_BUCKET names ${blobsS3Bucket ?? ''}, which is not at ${place}. Make that bucket.`;
  if (status === 403)
    return `BLOBS_S3_ACCESS_KEY may not use the bucket ${blobsS3Bucket ?? ''} at ${place}, or its secret is wrong.`;
  return `BLOBS_S3_ENDPOINT, ${place}, does not take requests for ${blobsS3Bucket ?? ''} in ${blobsS3Region}. Check BLOBS_S3_REGION and BLOBS_S3_PATH_STYLE.`;
}
