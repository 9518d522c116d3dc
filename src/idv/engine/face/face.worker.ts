import type { FaceJob, FoundFaces } from './face.js';
import { FaceReader } from './thread/face-reader.js';

let reader: Promise<FaceReader> | undefined;

/** What a thread of the pool runs. The nets are loaded with the first job: all jobs name the same. */
export default async function readFaces(job: FaceJob): Promise<FoundFaces> {
  reader ??= FaceReader.load(job.net);
  return (await reader).read(job);
}
