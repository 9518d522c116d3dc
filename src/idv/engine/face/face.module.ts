import { Module } from '@nestjs/common';
import { EngineProcessesModule } from '../processes/engine-processes.module.js';
import { FaceEngine } from './face-engine.service.js';
import { CoveredPortraits } from './covered-portraits.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { faceModel, FaceModelCheck } from './face-model.provider.js';
import { ChallengeResponseJudge } from './liveness-judge.adapter.js';
import { Portraits } from './portraits.service.js';

/**
 * Finds and compares faces for the built-in engine. Nothing is loaded before the first picture, except a model of the
 * operator's own, which is tried at the start.
 */
@Module({
  imports: [EngineProcessesModule],
  providers: [
    faceModel,
    FaceModelCheck,
    FaceEngine,
    DescriptorFaceMatcher,
    ChallengeResponseJudge,
    Portraits,
    CoveredPortraits,
  ],
  exports: [DescriptorFaceMatcher, ChallengeResponseJudge, Portraits, CoveredPortraits],
})
export class FaceModule {}
