import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  type FaceFault,
  type FaceJob,
  type FaceModel,
  type FoundFaces,
  judged,
  threads,
} from '@countersign/identity-engine';
import { readFaceModelSettings } from '../../../config.js';
import { WorkerPool } from '../../../shared/workers/index.js';
import { digestOf, faceModelOf } from '../face/model-description.js';
import { pictureWithoutFace, tryOut } from '../face/model-trial.js';
import { onPicture } from './picture-file.js';

export interface FaceInFile {
  /** The descriptor of the largest face. Undefined if the picture shows no face, or one that cannot be described. */
  readonly descriptor?: readonly number[];
  /** The fault that makes the face unsuitable for a comparison. Undefined if the face is good enough. */
  readonly fault?: FaceFault;
}

/**
 * Computes the descriptor of the largest face in each picture, using one thread per processor core, but at most four.
 */
export class FacesInFiles {
  readonly atOnce = Math.max(1, Math.min(4, availableParallelism()));
  readonly #threads = new WorkerPool<FaceJob, FoundFaces>({
    name: 'idv faces',
    module: threads.faces,
    maxThreads: this.atOnce,
    maxQueue: this.atOnce,
    maxWaitMs: 120_000,
    mostWorkMs: 15_000,
    idleMs: 60_000,
    maxMemoryMb: 256,
    recycleAfter: 500,
  });

  private constructor(readonly model: FaceModel) {}

  /** Reads only the settings of the face model, so that commands run even if no other setting is set. */
  static async open(): Promise<FacesInFiles> {
    const settings = readFaceModelSettings(process.env);
    const { idvFaceModel: path, idvFaceModelSha256 } = settings;
    const faces = new FacesInFiles(faceModelOf(settings));
    try {
      await tryOut(path, (picture) => faces.#find(picture));
    } catch (error) {
      await faces.close();
      throw error;
    }
    if (path !== undefined && idvFaceModelSha256 === undefined) {
      process.stderr.write(`As a setting: IDV_FACE_MODEL_SHA256=${digestOf(readFileSync(path))}\n`);
    }
    return faces;
  }

  async of(file: string): Promise<FaceInFile> {
    const found = await onPicture(file, (picture) => this.#find(picture));
    // Each picture may show a document, so every face is judged by the rules for document portraits.
    const face = judged(found, 'portrait');
    if (face === 'no_face') return {};
    const descriptor = found.faces[0]?.descriptor;
    return { ...(descriptor && { descriptor }), ...(typeof face === 'string' && { fault: face }) };
  }

  /** Loads the face models. Fails if they cannot be loaded. */
  async load(): Promise<void> {
    await this.#find(await pictureWithoutFace());
  }

  close(): Promise<void> {
    return this.#threads.close();
  }

  #find(picture: Buffer): Promise<FoundFaces> {
    return this.#threads.run({ picture, effort: 'full', mostFaces: 3, net: this.model.net });
  }
}
