import { Inject, Injectable, Logger, type OnApplicationBootstrap, type Provider } from '@nestjs/common';
import { FaceModel } from '@countersign/identity-engine';
import { CONFIG, type Config, MOBILEFACENET_TERMS } from '../../../config.js';
import { FaceEngine } from './face-engine.service.js';
import { faceModelOf } from './model-description.js';
import { tryOut } from './model-trial.js';

/**
 * Provides the face model that the settings select. If the description of a custom model is invalid, the process does
 * not start.
 */
export const faceModel: Provider = { provide: FaceModel, inject: [CONFIG], useFactory: faceModelOf };

/** Prevents a process that compares faces from starting with a custom model that does not match its description. */
@Injectable()
export class FaceModelCheck implements OnApplicationBootstrap {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly engine: FaceEngine,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { idvFaceNet, idvFaceModel, idvEngineProcesses, surfaces } = this.config;
    const isElsewhere = idvEngineProcesses === 'worker' && !surfaces.includes('worker');
    // The model is not checked in a process that compares no faces, such as one that runs a command.
    if (isElsewhere || surfaces.length === 0) return;
    if (idvFaceNet === 'mobilefacenet') new Logger('Faces').log(`IDV_FACE_NET=mobilefacenet. ${MOBILEFACENET_TERMS}`);
    await tryOut(idvFaceModel, (picture) => this.engine.find(picture, 'none'));
  }
}
