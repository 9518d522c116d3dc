import { pathToFileURL } from 'node:url';
import type { FoundFace } from '@countersign/identity-engine';
import { WorkerPool } from '../../../src/shared/workers/index.js';
import type { HeadView } from './turning-head.js';

interface Job {
  readonly photo: Uint8Array;
  readonly face: FoundFace;
  readonly views: readonly HeadView[];
}

let pool: WorkerPool<Job, Uint8Array[]> | undefined;

/** Runs `film` in a worker, outside of Jest's realm, where loops over pixels are ten times as fast. */
export async function filmed(photo: Buffer, face: FoundFace, views: readonly HeadView[]): Promise<Buffer[]> {
  pool ??= new WorkerPool({
    name: 'film',
    module: pathToFileURL('test/support/faces/film.worker.mjs'),
    maxThreads: 1,
    maxQueue: 10,
    maxWaitMs: 60_000,
    mostWorkMs: 60_000,
    idleMs: 60_000,
    maxMemoryMb: 256,
  });
  return (await pool.run({ photo, face, views })).map((frame) => Buffer.from(frame));
}

export async function endFilming(): Promise<void> {
  await pool?.close();
  pool = undefined;
}
