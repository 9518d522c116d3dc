import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { LiveEngine, type Engine } from '../engines/engine.port.js';
import { BuiltInDocumentReader } from './built-in-document-reader.adapter.js';
import { DescriptorFaceMatcher } from './face/face-matcher.adapter.js';
import { ChallengeResponseJudge } from './face/liveness-judge.adapter.js';

/**
 * The engine that comes with this program. It calls no other service, and starts no thread before the first picture.
 */
@Injectable()
export class BuiltInEngine extends LiveEngine {
  readonly #engine: Engine | undefined;

  constructor(
    @Inject(CONFIG) { idvEngine }: Config,
    documents: BuiltInDocumentReader,
    faces: DescriptorFaceMatcher,
    liveness: ChallengeResponseJudge,
  ) {
    super();
    // This engine exists even if a vendor verifies users, because it compares faces that were stored earlier.
    this.#engine = idvEngine === 'none' ? undefined : { documents, faces, liveness };
  }

  get(): Engine | undefined {
    return this.#engine;
  }
}
