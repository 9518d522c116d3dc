import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Blobs } from './index.js';
import { CHUNK_BYTES } from './blob-cipher.js';
import { StoredBlobRemoval } from './blob-removal.jobs.js';
import { PostgresBlobStorage } from './blob-storage.js';
import { BlobStorages } from './blob-storages.js';
import { S3BlobStorage } from './s3-blob-storage.js';
import { Database, DiskSpace } from '../persistence/index.js';
import { Readiness } from '../observability/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { settingsFor, startObjectStorage, type ObjectStorage } from '../../../test/support/object-storage.js';
import { IMAGE, StoredBlobs, streamOf } from '../../../test/support/stored-blobs.js';
import { setAsideOf } from '../../../test/support/poison.js';
import { gate } from '../../../test/integration/support/until.js';

const broken = { name: 'SealBroken' };
const away = { name: 'kernel/unavailable', extra: { retryAfterSeconds: 5 } };
const never = new AbortController().signal;

describe('Blobs in object storage', () => {
  let objects: ObjectStorage;
  let running: TestApplication;
  let stored: StoredBlobs;
  beforeAll(async () => {
    objects = await startObjectStorage();
    running = await startTestApplication({ env: { SURFACES: 'management', ...objects.env } });
  });
  beforeEach(() => (stored = new StoredBlobs(running)));
  afterAll(async () => {
    await running.close();
    await objects.close();
  });
  const tools = () => {
    const { owner, put, read } = stored;
    return { running, objects, owner, put, read, streamOf };
  };

  describe('A blob that was altered there', () => {
    const CONTENT = randomBytes(3 * CHUNK_BYTES);
    it.each<readonly [string, (sealed: Buffer) => Buffer]>([
      [
        'a byte changed',
        (sealed) => Buffer.concat([sealed.subarray(0, 9), Buffer.of((sealed[9] ?? 0) ^ 1), sealed.subarray(10)]),
      ],
      ['the end cut off', (sealed) => sealed.subarray(0, -CHUNK_BYTES)],
      ['the last byte cut off', (sealed) => sealed.subarray(0, -1)],
      ['all of it cut off', () => Buffer.alloc(0)],
      ['something added', (sealed) => Buffer.concat([sealed, Buffer.alloc(16)])],
    ])('does not open: %s', async (_what, alter) => {
      const { put, read, objects } = tools();
      const { blobId } = await put(CONTENT);
      await objects.put(blobId, alter(await objects.get(blobId)));
      await expect(read(blobId)).rejects.toMatchObject(broken);
    });

    it('does not open when it is exchanged with another of the same owner', async () => {
      const { put, read, objects } = tools();
      const [one, two] = [await put(CONTENT), await put(CONTENT)];
      await objects.put(one.blobId, await objects.get(two.blobId));
      await expect(read(one.blobId)).rejects.toMatchObject(broken);
    });

    it('does not open when it is deleted', async () => {
      const { put, read, objects } = tools();
      const { blobId } = await put(CONTENT);
      await objects.remove(blobId);
      await expect(read(blobId)).rejects.toMatchObject(broken);
    });
  });

  describe('A storage that holds objects', () => {
    it('has nothing readable in it', async () => {
      const { put, objects } = tools();
      const { blobId } = await put(Buffer.from('a face, a name and a number'));
      expect((await objects.get(blobId)).toString('latin1')).not.toContain('face');
    });

    it('is used after blobs were put into the database, and those are still read', async () => {
      const { running, owner, streamOf } = tools();
      const before = await startTestApplication({ env: { SURFACES: 'management' }, database: running.database });
      const { blobId } = await before.app.get(Blobs).put(owner, streamOf(Buffer.from('older')), IMAGE);
      expect((await tools().read(blobId)).toString()).toBe('older');
      const { blobId: newer } = await tools().put(Buffer.from('newer'));
      await expect(before.app.get(Blobs).get(owner, newer)).rejects.toMatchObject({ name: 'kernel/unavailable' });
      await before.close();
    });

    it('loses what an upload puts there after its owner was removed', async () => {
      const { running, owner, objects, streamOf } = tools();
      const { blobId } = await tools().put(Buffer.from('picture'));
      const late = await objects.get(blobId);
      const [blobs, removal] = [running.app.get(Blobs), running.app.get(StoredBlobRemoval)];
      await blobs.removeOwner(owner);
      await removal.removeDue(never);
      expect(await objects.blobIds()).not.toContain(blobId);
      await objects.put(blobId, late); // by a process that has not noticed the removal
      await removal.removeDue(never);
      expect(await objects.blobIds()).toContain(blobId);
      await running.app
        .get(Database)
        .rows(
          `UPDATE shared.removed_blob SET removed_at = removed_at - interval '61 minutes', due_at = due_at - interval '61 minutes'`,
        );
      await removal.removeDue(never);
      expect(await objects.blobIds()).not.toContain(blobId);
      expect(await running.app.get(Database).rows('SELECT FROM shared.removed_blob')).toEqual([]);
      await expect(blobs.put(owner, streamOf(Buffer.from('x')), IMAGE)).rejects.toMatchObject({
        name: 'blobs/removed',
      });
    });

    it('is emptied, though one object cannot be removed', async () => {
      const { running, owner, objects } = tools();
      const [first, second] = [await tools().put(Buffer.from('one')), await tools().put(Buffer.from('two'))];
      const storage = running.app.get(BlobStorages).named('s3');
      const remove = storage.remove.bind(storage);
      const failing = jest.spyOn(storage, 'remove').mockImplementation((ids) => {
        return ids.includes(first.blobId) ? Promise.reject(new Error('locked')) : remove(ids);
      });
      await running.app.get(Blobs).removeOwner(owner);
      await running.app.get(StoredBlobRemoval).removeDue(never);
      failing.mockRestore();
      const left = await objects.blobIds();
      expect([left.includes(first.blobId), left.includes(second.blobId)]).toEqual([true, false]);
      const db = running.app.get(Database);
      expect(await setAsideOf(db, 'shared/remove-stored-blobs')).toEqual([{ id: first.blobId, tries: 1 }]);
      await db.rows(`UPDATE shared.set_aside SET until = now() - interval '1 minute'`);
      await running.app.get(StoredBlobRemoval).removeDue(never);
      expect(await objects.blobIds()).not.toContain(first.blobId);
    });

    it('is emptied by a job that the removal asks for, in its own transaction', async () => {
      const { running, owner } = tools();
      await tools().put(Buffer.from('picture'));
      await running.app.get(Blobs).removeOwner(owner);
      const jobs = `SELECT FROM shared.job WHERE kind = 'shared/remove-stored-blobs'`;
      expect(await running.app.get(Database).rows(jobs)).toHaveLength(1);
    });
  });

  describe('A storage that fails', () => {
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    let server: Server;
    let storage: S3BlobStorage;
    let hasty: S3BlobStorage;
    let asked = 0;

    beforeAll(async () => {
      server = createServer((request, response) => {
        asked++;
        request.resume();
        answer(request, response);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const within = (ms: number) =>
        new S3BlobStorage(addressOf(portOf(server)), undefined, { connectMs: 60_000, answerMs: ms });
      [storage, hasty] = [within(60_000), within(1_000)];
    });
    afterAll(() => {
      for (const one of [storage, hasty]) one.close();
      server.closeAllConnections();
      server.close();
    });
    beforeEach(() => void (asked = 0));

    it.each<readonly [string, number, (response: ServerResponse) => void]>([
      ['with 500', 3, (response) => response.writeHead(500).end()],
      ['with 503', 3, (response) => response.writeHead(503).end()],
      ['with 403', 1, (response) => response.writeHead(403).end()],
      ['by breaking the connection off', 3, (response) => response.destroy()],
    ])('%s is tried again where that may help, and is answered with 503', async (_how, tries, fail) => {
      answer = (_request, response) => fail(response);
      const { streamOf } = tools();
      await expect(storage.write('a', streamOf(Buffer.from('x')))).rejects.toMatchObject(away);
      expect(asked).toBe(tries);
      await expect(storage.read('a').next()).rejects.toMatchObject(away);
      await expect(storage.remove(['a'])).rejects.toMatchObject(away);
    });

    it('is tried again when it gives no answer at all, and is answered with 503', async () => {
      answer = () => undefined;
      await expect(hasty.remove(['a'])).rejects.toMatchObject(away);
      expect(asked).toBe(3);
    });

    it('is not noticed when it fails once', async () => {
      answer = (_request, response) => (asked === 1 ? response.destroy() : response.writeHead(200).end());
      await storage.write('a', tools().streamOf(Buffer.from('x')));
      expect(asked).toBe(2);
    });

    it.each<readonly [string, (response: ServerResponse) => void]>([
      ['falls silent', () => undefined],
      ['ends', (response) => response.destroy()],
    ])('ends the reading in the middle of an answer, which %s', async (_how, fail) => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('beginning', () => fail(response));
      };
      const pieces = hasty.read('a');
      expect(String((await pieces.next()).value)).toBe('beginning');
      await expect(pieces.next()).rejects.toMatchObject(away);
    });

    it('gives up the parts of a long upload that is under way', async () => {
      const seen: string[] = [];
      answer = (request, response) => {
        seen.push(`${request.method ?? ''} ${(request.url ?? '').replace(/^\/evidence\/blobs\/a/, '')}`);
        if (request.url?.includes('uploads')) {
          response.end('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
        } else response.writeHead(request.method === 'DELETE' ? 204 : 400).end();
      };
      const parts = tools().streamOf(Buffer.alloc(9 * 1024 * 1024), Buffer.alloc(9 * 1024 * 1024));
      await expect(storage.write('a', parts)).rejects.toMatchObject(away);
      expect(seen[0]).toMatch(/^POST \?uploads/);
      expect(seen.at(-1)).toMatch(/^DELETE \?.*uploadId=u1/);
    });

    it('passes on why a source broke off', async () => {
      answer = (_request, response) => response.end();
      const source = (async function* () {
        yield await Promise.resolve(Buffer.from('x'));
        throw new Error('the connection broke');
      })();
      await expect(storage.write('a', source)).rejects.toThrow('the connection broke');
    });

    it.each<readonly [number, string]>([
      [404, 'BLOBS_S3_BUCKET names evidence'],
      [403, 'BLOBS_S3_ACCESS_KEY may not use the bucket evidence'],
      [301, 'Check BLOBS_S3_REGION'],
    ])('ends the start in production when it answers %d, with the setting to look at', async (status, sentence) => {
      answer = (_request, response) => response.writeHead(status).end();
      await expect(started('production')).rejects.toThrow(sentence);
      await expect(started('development')).resolves.toBeUndefined();
    });

    it('does not end the start when it gives no answer', async () => {
      answer = (_request, response) => response.destroy();
      await expect(started('production')).resolves.toBeUndefined();
    });

    const started = (nodeEnv: 'production' | 'development') => {
      const { app, config } = tools().running;
      const given = { ...config, nodeEnv };
      return new BlobStorages(
        app.get(PostgresBlobStorage),
        storage,
        given,
        app.get(Readiness),
        app.get(DiskSpace),
      ).onApplicationBootstrap();
    };

    it('is told by the readiness, which goes on', async () => {
      const held = gate();
      answer = (_request, response) => void held.passed.then(() => response.writeHead(200).end());
      const env = { SURFACES: 'management', ...settingsFor(`http://127.0.0.1:${portOf(server)}`) };
      const process = await startTestApplication({ env });
      const report = () => process.app.get(Readiness).report();
      expect(await report()).toMatchObject({ status: 'up', checks: { storage: 'down', database: 'up' } });
      held.open();
      answer = (_request, response) => response.writeHead(200).end();
      let last = await report();
      while (last.checks['storage'] === 'down') last = await report();
      expect(last).toMatchObject({ status: 'up', checks: { storage: 'up' } });
      await process.close();
    });
  });
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const addressOf = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket: 'evidence',
  region: 'us-east-1',
  accessKey: 'a',
  secretKey: 'b',
  pathStyle: true,
});
