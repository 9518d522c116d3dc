import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  DeleteObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import S3rver from 's3rver';

const Bucket = 'evidence';
const KEY = 'S3RVER';
/** Bigger than the server ever stores in one test. */
const ALL = 1_000;

export interface ObjectStorage {
  readonly endpoint: string;
  readonly env: Readonly<Record<string, string>>;
  blobIds(): Promise<string[]>;
  get(blobId: string): Promise<Buffer>;
  put(blobId: string, bytes: Buffer): Promise<void>;
  remove(blobId: string): Promise<void>;
  close(): Promise<void>;
}

export const settingsFor = (endpoint: string): Readonly<Record<string, string>> => ({
  BLOBS_S3_ENDPOINT: endpoint,
  BLOBS_S3_BUCKET: Bucket,
  BLOBS_S3_ACCESS_KEY: KEY,
  BLOBS_S3_SECRET_KEY: KEY,
});

/** An S3 server that others wrote, with one empty bucket. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-objects-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: Bucket }],
  });
  const endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: KEY, secretAccessKey: KEY },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const of = (blobId: string) => ({ Bucket, Key: `blobs/${blobId}` });
  return {
    endpoint,
    env: settingsFor(endpoint),
    blobIds: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: ALL }));
      return Contents.map(({ Key = '' }) => Key.replace('blobs/', ''));
    },
    get: async (blobId) => {
      const { Body } = await client.send(new GetObjectCommand(of(blobId)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    put: async (blobId, bytes) => {
      await client.send(new PutObjectCommand({ ...of(blobId), Body: bytes }));
    },
    remove: async (blobId) => {
      await client.send(new DeleteObjectCommand(of(blobId)));
    },
    close: async () => {
      client.destroy();
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}
