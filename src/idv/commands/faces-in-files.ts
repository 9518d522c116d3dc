import { availableParallelism } from 'node:os';
import { WorkerPool } from '../../shared/workers/worker-pool.js';
import type { FaceJob, FoundFaces } from '../engine/face/face.js';
import { judged, type FaceFault } from '../engine/face/face-gates.js';
import { pictureIn } from './picture-file.js';

export interface FaceInFile {
  /** Of the largest face. Undefined where there is none. */
  readonly descriptor?: readonly number[];
  /** Why it should not be compared. */
  readonly fault?: FaceFault;
}

/** Describes the largest face of each picture, in as many threads as there are processors. */
export class FacesInFiles {
  readonly atOnce = Math.max(1, Math.min(4, availableParallelism()));
  readonly #threads = new WorkerPool<FaceJob, FoundFaces>({
    name: 'idv faces',
    module: new URL('../engine/face/face.worker.js', import.meta.url),
    maxThreads: this.atOnce,
    maxQueue: this.atOnce,
    maxWaitMs: 120_000,
    timeoutMs: 30_000,
    idleMs: 60_000,
    maxMemoryMb: 256,
    recycleAfter: 500,
  });

  async of(file: string): Promise<FaceInFile> {
    const picture = await pictureIn(file);
    const found = await this.#threads.run({ picture, effort: 'full', mostFaces: 3 });
    // Either picture may be a document: what holds for its portrait holds for both.
    const face = judged(found, 'portrait');
    const descriptor = found.faces[0]?.descriptor;
    return { ...(descriptor && { descriptor }), ...(typeof face === 'string' && { fault: face }) };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
