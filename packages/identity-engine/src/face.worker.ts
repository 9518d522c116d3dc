import type { FaceJob, FoundFaces } from './face/face.js';
import { FaceReader } from './face/thread/face-reader.js';

/**
 * One reader for each neural net that describes faces, by the net that a job names. While an operator changes the net
 * in one process after the other, jobs for the old and the new net arrive here.
 */
const readers = new Map<string, Promise<FaceReader>>();

/** Loads the nets that a job needs, once per thread. */
export async function prepare(job: FaceJob): Promise<void> {
  await readerFor(job);
}

/** The job that a pool thread runs. */
export default async function readFaces(job: FaceJob): Promise<FoundFaces> {
  return (await readerFor(job)).read(job);
}

function readerFor({ net }: FaceJob): Promise<FaceReader> {
  const key = JSON.stringify([net]);
  const known = readers.get(key);
  if (known) return known;
  const reader = FaceReader.load(net);
  readers.set(key, reader);
  // The next job loads the nets again, because a missing file may exist by then.
  reader.catch(() => readers.delete(key));
  return reader;
}
