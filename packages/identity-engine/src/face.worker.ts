import type { FaceJob, FoundFaces } from './face/face.js';
import { FaceReader } from './face/thread/face-reader.js';

/** By the net that jobs name: while processes are given another one, jobs of both kinds come. */
const readers = new Map<string, Promise<FaceReader>>();

/** Loads the nets that a job needs, once in a thread. */
export async function prepare(job: FaceJob): Promise<void> {
  await readerFor(job);
}

/** Job of a thread of the pool. */
export default async function readFaces(job: FaceJob): Promise<FoundFaces> {
  return (await readerFor(job)).read(job);
}

function readerFor({ net }: FaceJob): Promise<FaceReader> {
  const key = JSON.stringify([net]);
  const known = readers.get(key);
  if (known) return known;
  const reader = FaceReader.load(net);
  readers.set(key, reader);
  reader.catch(() => readers.delete(key)); // the file may be there the next time
  return reader;
}
