import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { defineErrors, errorCode, type JsonObject, KernelErrors, newId } from '../kernel/index.js';
import { currentTx, type Tx, UnitOfWork } from '../persistence/index.js';
import { SealBroken, Sealer } from '../security/index.js';
import { BlobCipher } from './blob-cipher.js';
import { removalOf } from './blob-removal.jobs.js';
import { BlobStorages } from './blob-storages.js';
import {
  BlobRepository,
  dataKeyContext,
  type BlobInfo,
  type BlobOwner,
  type DataKey,
  type RemovedBlob,
} from './blob.repository.js';

const BlobErrors = defineErrors('blobs', {
  tooLarge: {
    status: 413,
    title: 'The file is too large',
    help: 'Send a smaller file. The member `mostBytes` contains the limit.',
    mobile: 4,
  },
  removed: {
    status: 409,
    title: 'The object of the file has been removed',
    help: 'The file was not stored. Begin again at the step where you uploaded it.',
    mobile: 4,
  },
});

export interface NewBlob {
  readonly contentType: string;
  /** Maximum size. A larger blob is refused, and no part of it stays stored. */
  readonly mostBytes: number;
}

export interface OpenBlob {
  readonly info: BlobInfo;
  /** Fails with `SealBroken` if the stored bytes were altered, and with `kernel/not-found` if the blob is removed. */
  readonly content: Readable;
}

const FOREIGN_KEY_VIOLATION = '23503';
const TOUCH_EVERY_MS = 60_000;

/**
 * Stores images and other large data. A blob is encrypted in chunks with a key that belongs to its owner. It is
 * streamed in both directions, so it is never completely in memory. Deleting an owner deletes the key, which makes all
 * of the owner's blobs permanently unreadable.
 */
@Injectable()
export class Blobs {
  constructor(
    private readonly blobs: BlobRepository,
    private readonly storages: BlobStorages,
    private readonly sealer: Sealer,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Stores a blob. It can be found only after all of it has arrived. If the process ends before that,
   * `PurgeBrokenUploads` removes the incomplete upload.
   */
  async put(owner: BlobOwner, content: AsyncIterable<Uint8Array>, { contentType, mostBytes }: NewBlob) {
    const key = await this.blobs.dataKey(owner);
    if (!key) throw BlobErrors.removed();
    const [blobId, salt, storage] = [newId(), randomBytes(32), this.storages.current];
    const cipher = this.#cipher(owner, key, { blobId, salt, contentType });
    const arrived = { bytes: 0 };
    try {
      const row = { blobId, keyId: key.keyId, salt, contentType, storage: storage.name };
      if (!(await this.blobs.begin(row))) throw BlobErrors.removed();
      await storage.write(blobId, cipher.seal(this.#counted(blobId, content, mostBytes, arrived)));
      const createdAt = await this.blobs.finish(blobId, arrived.bytes);
      if (!createdAt) throw BlobErrors.removed();
      return { blobId, contentType, bytes: arrived.bytes, createdAt } satisfies BlobInfo;
    } catch (error) {
      await this.remove(owner, blobId).catch(() => undefined);
      throw errorCode(error) === FOREIGN_KEY_VIOLATION ? BlobErrors.removed() : error;
    }
  }

  async get(owner: BlobOwner, blobId: string): Promise<OpenBlob | undefined> {
    const found = isUuid(blobId) ? await this.blobs.find(owner, blobId) : undefined;
    if (!found) return undefined;
    const { keyId, wrapped, salt, storage, ...info } = found;
    const cipher = this.#cipher(owner, { keyId, wrapped }, { ...info, salt });
    const opened = cipher.open(this.storages.named(storage).read(blobId));
    return { info, content: Readable.from(this.#unlessRemoved(owner, blobId, opened), { objectMode: false }) };
  }

  /** Returns the blobs of an owner, oldest first. */
  list(owner: BlobOwner): Promise<BlobInfo[]> {
    return this.blobs.list(owner);
  }

  async remove(owner: BlobOwner, blobId: string): Promise<boolean> {
    if (!isUuid(blobId)) return false;
    return (await this.#removing((tx) => this.blobs.remove(tx, owner, blobId))) > 0;
  }

  /**
   * Deletes all blobs of an owner, in the caller's transaction if there is one. After that, nothing can be stored under
   * this owner.
   */
  removeOwner(owner: BlobOwner): Promise<number> {
    return this.#removing((tx) => this.blobs.removeOwner(tx, owner));
  }

  /** Encrypts a small value with the owner's key. The caller stores it with its own rows about the owner. */
  async sealValue(owner: BlobOwner, value: JsonObject): Promise<Buffer> {
    const key = await this.blobs.dataKey(owner, currentTx());
    if (!key) throw BlobErrors.removed();
    return this.#sealerOf(key).sealJson(value, valueContext(owner));
  }

  /**
   * Decrypts a value from `sealValue`. Undefined if the owner was removed, which makes the value permanently
   * unreadable.
   */
  async openValue(owner: BlobOwner, sealed: Uint8Array): Promise<JsonObject | undefined> {
    const key = await this.blobs.knownKey(owner, currentTx());
    return key && (this.#sealerOf(key).openJson(sealed, valueContext(owner)) as JsonObject);
  }

  /** Deletes the rows of owners that were removed more than a day ago. Returns how many, at most `limit`. */
  forgetRemovedOwners(limit: number): Promise<number> {
    return this.blobs.forgetRemovedOwners(limit);
  }

  /** Removes uploads that were interrupted. Returns how many, at most `limit`. */
  removeBrokenOff(limit: number): Promise<number> {
    return this.#removing((tx) => this.blobs.removeBrokenOff(tx, limit));
  }

  #removing(work: (tx: Tx) => Promise<RemovedBlob[]>): Promise<number> {
    return this.uow.run(async (tx) => {
      const removed = await work(tx);
      tx.pending.jobs.push(...removalOf(removed));
      return removed.length;
    });
  }

  #sealerOf({ keyId, wrapped }: DataKey): Sealer {
    return this.sealer.withDataKey(wrapped, dataKeyContext(keyId));
  }

  #cipher(
    { tenant, owner }: BlobOwner,
    { keyId, wrapped }: DataKey,
    { blobId, salt, contentType }: { blobId: string; salt: Buffer; contentType: string },
  ): BlobCipher {
    const dataKey = this.sealer.unwrap(wrapped, dataKeyContext(keyId)).active.secret;
    const context = JSON.stringify([tenant.enterpriseId, tenant.test, owner, blobId, contentType]);
    return new BlobCipher(dataKey, salt, `shared/blob:${context}`);
  }

  /**
   * Reports a blob as not found if it is removed while it is being read. The content then ends early, which would
   * otherwise look like tampering.
   */
  async *#unlessRemoved(owner: BlobOwner, blobId: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* content;
    } catch (error) {
      if (error instanceof SealBroken && !(await this.blobs.find(owner, blobId)))
        throw KernelErrors.notFound('The file has been removed.');
      throw error;
    }
  }

  async *#counted(
    blobId: string,
    content: AsyncIterable<Uint8Array>,
    mostBytes: number,
    arrived: { bytes: number },
  ): AsyncGenerator<Uint8Array> {
    let touchAt = performance.now() + TOUCH_EVERY_MS;
    for await (const piece of content) {
      arrived.bytes += piece.length;
      if (arrived.bytes > mostBytes) throw BlobErrors.tooLarge(undefined, { mostBytes });
      if (performance.now() > touchAt) {
        if (!(await this.blobs.touch(blobId))) throw BlobErrors.removed();
        touchAt = performance.now() + TOUCH_EVERY_MS;
      }
      yield piece;
    }
  }
}

const valueContext = ({ tenant, owner }: BlobOwner): string =>
  `shared/blob-value:${JSON.stringify([tenant.enterpriseId, tenant.test, owner])}`;
