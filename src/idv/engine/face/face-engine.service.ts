import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { type DescriptorEffort, type FaceJob, FaceModel, type FoundFaces, threads } from '@countersign/identity-engine';
import { EnginePools, type EnginePool } from '../processes/engine-pools.service.js';

/**
 * Number of threads. One core is left free for the event loop. A thread takes about 300 MB, most of it outside its
 * heap.
 */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const LIMITS = {
  maxThreads: THREADS,
  maxQueue: 128, // a single enterprise may use at most half of the queue
  maxWaitMs: 60_000,
  mostWorkMs: 15_000,
  idleMs: 120_000,
  maxMemoryMb: 256,
  /** After this many pictures, a thread is replaced, to free the memory that its models have accumulated. */
  recycleAfter: 500,
};
/** Maximum number of faces per picture for which a descriptor is computed. Results never depend on more faces. */
const MOST_FACES = 3;

/** Finds and describes faces in worker threads. The first thread is started when the first picture arrives. */
@Injectable()
export class FaceEngine {
  readonly #threads: EnginePool<FaceJob, FoundFaces>;
  /**
   * The model in use, followed by the dlib model, which is always included because its weights are in the public
   * domain. Templates of either model can be compared.
   */
  readonly models: readonly [FaceModel, ...FaceModel[]];

  constructor(@Inject(EnginePools) pools: Pick<EnginePools, 'open'>, model: FaceModel = FaceModel.dlib) {
    this.models = model === FaceModel.dlib ? [model] : [model, FaceModel.dlib];
    this.#threads = pools.open({ name: 'faces', module: threads.faces, ...LIMITS });
  }

  get model(): FaceModel {
    return this.models[0];
  }

  /**
   * Finds the faces in a picture. Fails with 503 if too many jobs are waiting or a thread ends, and with the reason of
   * `signal` if it is aborted.
   */
  find(picture: Buffer, effort: DescriptorEffort, signal?: AbortSignal, { net } = this.model): Promise<FoundFaces> {
    return this.#threads.run({ picture, effort, mostFaces: MOST_FACES, net }, signal);
  }
}
