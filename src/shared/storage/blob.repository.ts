import { Injectable } from '@nestjs/common';
import { newId, sealedColumn, type Tenant } from '../kernel/index.js';
import { Database, type Sql, type Tx } from '../persistence/index.js';
import type { StorageName } from './blob-storage.js';
import { Sealer } from '../security/index.js';

/** The owner of blobs: an object of one tenant, such as `idv/session:<id>`. Blobs of one owner are deleted together. */
export interface BlobOwner {
  readonly tenant: Tenant;
  readonly owner: string;
}

export interface BlobInfo {
  readonly blobId: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

export interface DataKey {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

export type StoredBlob = BlobInfo & DataKey & { readonly salt: Buffer; readonly storage: StorageName };

/** A deleted blob, and the storage of its bytes. Bytes in the database were deleted with it. */
export interface RemovedBlob {
  readonly blobId: string;
  readonly storage: StorageName;
}

export interface NewBlobRow {
  readonly blobId: string;
  readonly keyId: string;
  readonly salt: Buffer;
  readonly contentType: string;
  readonly storage: StorageName;
}

export const dataKeyContext = sealedColumn('shared.blob_key', 'wrapped', 'key_id', (id) => `shared/blob-key:${id}`);

/** Stores the metadata of blobs and the data keys of their owners. `find` and `list` omit incomplete uploads. */
@Injectable()
export class BlobRepository {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Returns the owner's data key, which is created on first use; undefined if the owner was removed. If two calls
   * create it at once, both get the same key.
   */
  async dataKey(owner: BlobOwner, sql: Sql = this.db): Promise<DataKey | undefined> {
    const [row] = await sql.rows<OwnerRow>(OWNER_ROW, valuesOf(owner));
    if (row) return withKey(row);
    const keyId = newId();
    const { wrapped } = this.sealer.newDataKey(dataKeyContext(keyId));
    await sql.rows(ADD_KEY, [...valuesOf(owner), keyId, wrapped]);
    return this.knownKey(owner, sql);
  }

  /** Returns the owner's data key; undefined if there is none, or the owner was removed. */
  async knownKey(owner: BlobOwner, sql: Sql = this.db): Promise<DataKey | undefined> {
    return withKey((await sql.rows<OwnerRow>(OWNER_ROW, valuesOf(owner)))[0]);
  }

  /** Adds a blob whose upload is about to begin. Returns false if the owner has been removed. */
  async begin({ blobId, keyId, salt, contentType, storage }: NewBlobRow): Promise<boolean> {
    return (await this.db.rows(BEGIN, [blobId, keyId, salt, contentType, storage])).length > 0;
  }

  /** Records that the upload is still running. Returns false if the blob has been removed. */
  async touch(blobId: string): Promise<boolean> {
    return (await this.db.rows(TOUCH, [blobId])).length > 0;
  }

  /** Marks an upload as complete. Returns the time at which it began; `undefined` if the blob has been removed. */
  async finish(blobId: string, bytes: number): Promise<Date | undefined> {
    return (await this.db.one<{ createdAt: Date }>(FINISH, [blobId, bytes]))?.createdAt;
  }

  async find(owner: BlobOwner, blobId: string): Promise<StoredBlob | undefined> {
    return this.db.one<StoredBlob>(FIND, [...valuesOf(owner), blobId]);
  }

  list(owner: BlobOwner): Promise<BlobInfo[]> {
    return this.db.rows<BlobInfo>(LIST, valuesOf(owner));
  }

  /** Deletes a blob, even one whose upload is incomplete. */
  remove(tx: Tx, owner: BlobOwner, blobId: string): Promise<RemovedBlob[]> {
    return tx.rows(REMOVE, [...valuesOf(owner), blobId]);
  }

  /**
   * Deletes the data key, and with it access to everything that it encrypts. The row of the key stays, marked as
   * removed, so that nobody creates another key for the owner. Returns the deleted blobs.
   */
  async removeOwner(tx: Tx, owner: BlobOwner): Promise<RemovedBlob[]> {
    const [removed] = await tx.rows<{ keyId: string }>(REMOVE_KEY, [...valuesOf(owner), newId()]);
    return tx.rows<RemovedBlob>(REMOVE_OF_KEY, [removed?.keyId]);
  }

  /**
   * Deletes the rows of removed owners after a day. By then, no upload that began before the removal can still be
   * running.
   */
  async forgetRemovedOwners(limit: number): Promise<number> {
    return (await this.db.rows(FORGET_REMOVED, [limit])).length;
  }

  removeBrokenOff(tx: Tx, limit: number): Promise<RemovedBlob[]> {
    return tx.rows(REMOVE_BROKEN_OFF, [limit]);
  }

  removalsDue(except: readonly string[], limit: number): Promise<RemovedBlob[]> {
    return this.db.rows(REMOVALS_DUE, [limit, except]);
  }

  /**
   * Records that the bytes were removed from the storage. During the first hour it schedules a second removal, because
   * an upload in progress may store bytes again.
   */
  async noteRemovals(blobIds: readonly string[]): Promise<void> {
    if (blobIds.length > 0) await this.db.rows(NOTE_REMOVALS, [blobIds]);
  }
}

interface OwnerRow {
  readonly keyId: string;
  readonly wrapped: Buffer | null;
}

const withKey = (row: OwnerRow | undefined): DataKey | undefined =>
  row?.wrapped ? { keyId: row.keyId, wrapped: row.wrapped } : undefined;

const valuesOf = ({ tenant, owner }: BlobOwner) => [tenant.enterpriseId, tenant.test, owner];

const OWNER_ROW = `
  SELECT key_id AS "keyId", wrapped FROM shared.blob_key WHERE enterprise_id = $1 AND test = $2 AND owner = $3`;

const ADD_KEY = `
  INSERT INTO shared.blob_key (enterprise_id, test, owner, key_id, wrapped) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (enterprise_id, test, owner) DO NOTHING`;

/**
 * Adds a blob if its owner still has a data key. The lock on the row of the key prevents a concurrent removal of the
 * owner.
 */
const BEGIN = `
  INSERT INTO shared.blob (blob_id, key_id, salt, content_type, storage)
  SELECT $1, key_id, $3, $4, $5 FROM (
    SELECT key_id FROM shared.blob_key WHERE key_id = $2 AND wrapped IS NOT NULL FOR SHARE) AS usable
  RETURNING 1`;

const TOUCH = 'UPDATE shared.blob SET touched_at = now() WHERE blob_id = $1 RETURNING 1';
const FINISH = `UPDATE shared.blob SET bytes = $2 WHERE blob_id = $1 RETURNING created_at AS "createdAt"`;

const OF_OWNER = 'JOIN shared.blob_key USING (key_id) WHERE enterprise_id = $1 AND test = $2 AND owner = $3';
const INFO = `blob_id AS "blobId", content_type AS "contentType", bytes::float8 AS bytes, created_at AS "createdAt"`;

const FIND = `
  SELECT ${INFO}, key_id AS "keyId", wrapped, salt, storage FROM shared.blob ${OF_OWNER}
  AND blob_id = $4 AND bytes IS NOT NULL`;

const LIST = `SELECT ${INFO} FROM shared.blob ${OF_OWNER} AND bytes IS NOT NULL ORDER BY blob_id`;

/** Deletes blobs. The same statement records which of them have bytes outside the database. */
const removing = (condition: string): string => `
  WITH gone AS (
    DELETE FROM shared.blob WHERE ${condition} RETURNING blob_id, storage
  ), noted AS (
    INSERT INTO shared.removed_blob (blob_id, storage) SELECT * FROM gone WHERE storage <> 'postgres'
  )
  SELECT blob_id AS "blobId", storage FROM gone`;

const REMOVE = removing(`
  blob_id = $4 AND key_id IN (
    SELECT key_id FROM shared.blob_key WHERE enterprise_id = $1 AND test = $2 AND owner = $3)`);

const REMOVE_KEY = `
  INSERT INTO shared.blob_key (enterprise_id, test, owner, key_id, removed_at) VALUES ($1, $2, $3, $4, now())
  ON CONFLICT (enterprise_id, test, owner)
    DO UPDATE SET wrapped = NULL, removed_at = coalesce(blob_key.removed_at, excluded.removed_at)
  RETURNING key_id AS "keyId"`;

/**
 * Deletes the blobs of an owner whose data key was just deleted by REMOVE_KEY. A separate statement, so that it also
 * finds blobs that were added while REMOVE_KEY waited for its lock.
 */
const REMOVE_OF_KEY = removing('key_id = $1');

const FORGET_REMOVED = `
  DELETE FROM shared.blob_key WHERE key_id IN (
    SELECT key_id FROM shared.blob_key WHERE removed_at < now() - interval '1 day'
    ORDER BY removed_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;

const REMOVE_BROKEN_OFF = removing(`
  blob_id IN (
    SELECT blob_id FROM shared.blob WHERE bytes IS NULL AND touched_at < now() - interval '1 hour'
    ORDER BY touched_at LIMIT $1 FOR UPDATE SKIP LOCKED)`);

const REMOVALS_DUE = `
  SELECT blob_id AS "blobId", storage FROM shared.removed_blob
  WHERE due_at <= now() AND blob_id <> ALL ($2::uuid[]) ORDER BY due_at LIMIT $1`;

const NOTE_REMOVALS = `
  WITH settled AS (
    DELETE FROM shared.removed_blob
    WHERE blob_id = ANY ($1::uuid[]) AND removed_at <= now() - interval '1 hour' RETURNING blob_id
  )
  UPDATE shared.removed_blob SET due_at = removed_at + interval '1 hour'
  WHERE blob_id = ANY ($1::uuid[]) AND removed_at > now() - interval '1 hour'`;
