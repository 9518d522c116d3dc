import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { type BlobOwner, Blobs } from './index.js';
import { StoredBlobRemoval } from './blob-removal.jobs.js';
import { CHUNK_BYTES } from './blob-cipher.js';
import { Tenant } from '../kernel/index.js';
import { Database } from '../persistence/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { startObjectStorage, type ObjectStorage } from '../../../test/support/object-storage.js';
import { IMAGE, MIB, StoredBlobs, streamOf } from '../../../test/support/stored-blobs.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { gate } from '../../../test/integration/support/until.js';

/** Functions of a storage that only the tests need. */
interface StorageUnderTest {
  readonly env: () => Readonly<Record<string, string>>;
  /** Whether the storage has any bytes of the blob. */
  readonly holds: (blobId: string) => Promise<boolean>;
  /** The blobs that have bytes in the storage, but no row in the database. */
  readonly strays: () => Promise<unknown[]>;
}

let running: TestApplication;
let blobs: Blobs;
let db: Database;
let owner: BlobOwner;
let put: StoredBlobs['put'];
let read: StoredBlobs['read'];
const broken = { name: 'SealBroken' };

const inDatabase: StorageUnderTest = {
  env: () => ({}),
  holds: async (blobId) => (await db.rows('SELECT FROM shared.blob_chunk WHERE blob_id = $1', [blobId])).length > 0,
  strays: () => db.rows('SELECT FROM shared.blob_chunk WHERE blob_id NOT IN (SELECT blob_id FROM shared.blob)'),
};

let objects: ObjectStorage;
const inObjects: StorageUnderTest = {
  env: () => objects.env,
  holds: async (blobId) => (await objects.blobIds()).includes(blobId),
  strays: async () => {
    const known = await db.rows<{ id: string }>('SELECT blob_id AS id FROM shared.blob');
    return (await objects.blobIds()).filter((id) => !known.some((blob) => blob.id === id));
  },
};

describe('Blobs', () => {
  beforeAll(async () => void (objects = await startObjectStorage()));
  afterAll(() => objects.close());
  beforeEach(() => void ({ owner, put, read } = new StoredBlobs(running)));

  describe('In the database', () => {
    runningOn(inDatabase);
    conforms(inDatabase);
    alteredInDatabase();
    removedWhileRead();
    holdsFewChunks();
  });

  describe('In object storage', () => {
    runningOn(inObjects);
    conforms(inObjects);
  });
});

function runningOn({ env }: StorageUnderTest): void {
  beforeAll(async () => {
    running = await startTestApplication({ env: { SURFACES: 'management', ...env() } });
    [blobs, db] = [running.app.get(Blobs), running.app.get(Database)];
  });
  afterAll(() => running.close());
}

/** The tests that every storage must pass. */
function conforms({ holds, strays }: StorageUnderTest): void {
  /**
   * Removes the bytes of deleted blobs twice, as the job does at once and an hour later. The due times are set to the
   * past, because stored times are rounded and may be in the future.
   */
  const removed = async () => {
    await db.rows("UPDATE shared.removed_blob SET due_at = now() - interval '1 second'");
    await running.app.get(StoredBlobRemoval).removeDue(new AbortController().signal);
  };

  describe('A blob', () => {
    it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 9 * MIB])(
      'comes back as it was put, with %d bytes',
      async (bytes) => {
        const content = randomBytes(bytes);
        const { blobId } = await put(content);
        expect((await read(blobId)).equals(content)).toBe(true);
        expect((await blobs.get(owner, blobId))?.info).toMatchObject({ blobId, bytes, contentType: 'image/jpeg' });
      },
    );

    it('is found by its owner only, in its tenant only', async () => {
      const { blobId } = await put(Buffer.from('mine'));
      const others: BlobOwner[] = [
        { ...owner, owner: 'testing/session:other' },
        { ...owner, tenant: Tenant.of('default', true) },
        { ...owner, tenant: Tenant.of('other', false) },
      ];
      for (const other of others) {
        await put(Buffer.from('theirs'), other);
        expect(await blobs.get(other, blobId)).toBeUndefined();
        expect((await blobs.list(other)).map((info) => info.blobId)).not.toContain(blobId);
        expect(await blobs.remove(other, blobId)).toBe(false);
      }
      expect(await blobs.get(owner, 'no id at all')).toBeUndefined();
      expect(await blobs.list(owner)).toMatchObject([{ blobId, bytes: 4 }]);
      expect([await blobs.remove(owner, blobId), await blobs.get(owner, blobId)]).toEqual([true, undefined]);
      await removed();
      expect(await holds(blobId)).toBe(false);
    });

    it('is gone for good with its owner', async () => {
      const [one, two] = [await put(Buffer.from('one')), await put(randomBytes(2 * CHUNK_BYTES))];
      expect(await blobs.removeOwner(owner)).toBe(2);
      expect(await blobs.get(owner, one.blobId)).toBeUndefined();
      await removed();
      expect([await holds(one.blobId), await holds(two.blobId)]).toEqual([false, false]);
      await expect(put(Buffer.from('anew'))).rejects.toMatchObject({ name: 'blobs/removed' });
    });
  });

  describe('An upload', () => {
    it('that is longer than allowed is refused, and nothing of it is kept', async () => {
      const refused = blobs.put(owner, streamOf(randomBytes(2 * CHUNK_BYTES), 'x'), {
        contentType: 'image/png',
        mostBytes: 2 * CHUNK_BYTES,
      });
      await expect(refused).rejects.toMatchObject({ name: 'blobs/too-large' });
      await nothingLeft();
    });

    it('that breaks off leaves nothing, and is never seen', async () => {
      const half = async function* () {
        yield randomBytes(2 * CHUNK_BYTES);
        expect(await blobs.list(owner)).toEqual([]);
        throw new Error('the connection broke');
      };
      await expect(blobs.put(owner, half(), IMAGE)).rejects.toThrow('the connection broke');
      await nothingLeft();
    });

    it('whose process died is purged an hour later, and not before', async () => {
      const never = gate();
      const arrived = gate();
      const half = async function* () {
        yield randomBytes(2 * CHUNK_BYTES);
        arrived.open();
        await never.passed;
      };
      const lost = blobs.put(owner, half(), IMAGE);
      await arrived.passed;
      expect(await blobs.removeBrokenOff(10)).toBe(0);
      await db.rows(`UPDATE shared.blob SET touched_at = now() - interval '61 minutes' WHERE bytes IS NULL`);
      expect(await blobs.removeBrokenOff(10)).toBe(1);
      await nothingLeft();
      never.open();
      await expect(lost).rejects.toMatchObject({ name: 'blobs/removed' });
    });

    it('whose owner is deleted meanwhile ends as removed', async () => {
      const content = async function* () {
        yield randomBytes(2 * CHUNK_BYTES);
        await blobs.removeOwner(owner);
        yield randomBytes(2 * CHUNK_BYTES);
      };
      await expect(blobs.put(owner, content(), IMAGE)).rejects.toMatchObject({ name: 'blobs/removed' });
      await nothingLeft();
    });

    it('may be the first of its owner twice at once: both are kept under one key', async () => {
      const lock = 'LOCK TABLE shared.blob_key IN SHARE ROW EXCLUSIVE MODE';
      const met = await meetAtLock(
        running.database,
        lock,
        [],
        ['one', 'two'].map((text) => () => put(Buffer.from(text))),
      );
      const stored = met.map((result) => (result.status === 'fulfilled' ? result.value.blobId : ''));
      expect(await Promise.all(stored.map(async (id) => (await read(id)).toString()))).toEqual(['one', 'two']);
      expect(await db.rows('SELECT FROM shared.blob_key WHERE owner = $1', [owner.owner])).toHaveLength(1);
    });

    async function nothingLeft(): Promise<void> {
      expect(await blobs.list(owner)).toEqual([]);
      await removed();
      expect(await db.rows('SELECT FROM shared.blob WHERE bytes IS NULL')).toEqual([]);
      expect(await strays()).toEqual([]);
    }
  });
}

function alteredInDatabase(): void {
  describe('A blob that was altered in the database', () => {
    const CONTENT = randomBytes(3 * CHUNK_BYTES);
    const alter = async (sql: string, ...params: unknown[]) => {
      const { blobId } = await put(CONTENT);
      await db.rows(sql, [blobId, ...params]);
      return blobId;
    };

    it.each([
      [
        'a byte changed',
        `UPDATE shared.blob_chunk SET body = set_byte(body, 9, get_byte(body, 9) # 1) WHERE blob_id = $1 AND number = 1`,
      ],
      ['the end cut off', `DELETE FROM shared.blob_chunk WHERE blob_id = $1 AND number = 2`],
      ['all of it cut off', `DELETE FROM shared.blob_chunk WHERE blob_id = $1`],
      [
        'the last chunk shortened',
        `UPDATE shared.blob_chunk SET body = substring(body FOR 15) WHERE blob_id = $1 AND number = 2`,
      ],
      [
        'two chunks exchanged',
        `UPDATE shared.blob_chunk AS c SET body = o.body FROM shared.blob_chunk AS o
      WHERE c.blob_id = $1 AND o.blob_id = $1 AND c.number < 2 AND o.number = 1 - c.number`,
      ],
      [
        'a chunk left out',
        `WITH gone AS (DELETE FROM shared.blob_chunk WHERE blob_id = $1 AND number = 2 RETURNING body)
      UPDATE shared.blob_chunk SET body = gone.body FROM gone WHERE blob_id = $1 AND number = 1`,
      ],
      [
        'a chunk repeated at the end',
        `INSERT INTO shared.blob_chunk
      SELECT blob_id, 3, body FROM shared.blob_chunk WHERE blob_id = $1 AND number = 2`,
      ],
      ['another salt', `UPDATE shared.blob SET salt = sha256(salt) WHERE blob_id = $1`],
      ['another type', `UPDATE shared.blob SET content_type = 'text/html' WHERE blob_id = $1`],
    ])('does not open: %s', async (_what, sql) => {
      await expect(read(await alter(sql))).rejects.toMatchObject(broken);
    });

    it('does not open when it is exchanged with another of the same owner', async () => {
      const { blobId: other } = await put(CONTENT);
      const blobId = await alter(
        `WITH gone AS (DELETE FROM shared.blob_chunk WHERE blob_id = $1)
       INSERT INTO shared.blob_chunk SELECT $1, number + 10, body FROM shared.blob_chunk WHERE blob_id = $2`,
        other,
      );
      await db.rows('UPDATE shared.blob_chunk SET number = number - 10 WHERE blob_id = $1', [blobId]);
      await db.rows(
        `UPDATE shared.blob SET salt = o.salt FROM shared.blob AS o WHERE blob.blob_id = $1 AND o.blob_id = $2`,
        [blobId, other],
      );
      await expect(read(blobId)).rejects.toMatchObject(broken);
    });

    it('does not open when it is given to another owner', async () => {
      const { blobId } = await put(CONTENT);
      const thief = { ...owner, owner: 'testing/session:thief' };
      await put(Buffer.from('mine'), thief);
      await db.rows(
        `UPDATE shared.blob SET key_id = (SELECT key_id FROM shared.blob_key WHERE owner = $2) WHERE blob_id = $1`,
        [blobId, thief.owner],
      );
      await expect(read(blobId, thief)).rejects.toMatchObject(broken);
    });
  });
}

function removedWhileRead(): void {
  it('A blob that is removed while it is read is not found any more, and does not count as altered', async () => {
    const { blobId } = await put(randomBytes(9 * MIB));
    const content = (await blobs.get(owner, blobId))!.content;
    await once(content, 'readable');
    await blobs.remove(owner, blobId);
    await expect(buffer(content)).rejects.toMatchObject({ name: 'kernel/not-found' });
  });
}

function holdsFewChunks(): void {
  describe('An upload', () => {
    it('holds a few chunks of 50 MiB in memory, and so does its reading', async () => {
      const piece = randomBytes(MIB);
      let [sent, most] = [0, 0];
      const source = async function* () {
        for (; sent < 50; sent++) {
          const stored = await db.one<{ chunks: number }>(
            `SELECT count(*)::int AS chunks FROM shared.blob_chunk JOIN shared.blob USING (blob_id) WHERE bytes IS NULL`,
          );
          // Bytes that were sent but not yet stored are in memory.
          most = Math.max(most, sent * MIB - (stored?.chunks ?? 0) * CHUNK_BYTES);
          yield piece;
        }
      };
      const { blobId } = await blobs.put(owner, source(), IMAGE);
      expect(most).toBeLessThanOrEqual(2 * CHUNK_BYTES);

      const opened = await blobs.get(owner, blobId);
      const digest = createHash('sha256');
      let bytes = 0;
      for await (const part of opened!.content) {
        digest.update(part as Buffer);
        bytes += (part as Buffer).length;
        await turn();
        expect(opened!.content.readableLength).toBeLessThanOrEqual(2 * CHUNK_BYTES);
      }
      expect(bytes).toBe(50 * MIB);
      const expected = createHash('sha256');
      for (let n = 0; n < 50; n++) expected.update(piece);
      expect(digest.digest('hex')).toBe(expected.digest('hex'));
    });
  });
}
