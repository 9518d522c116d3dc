import { Module } from '@nestjs/common';
import { EngineProcessesModule } from '../processes/engine-processes.module.js';
import { FaceEngine } from './face-engine.service.js';
import { CoveredPortraits } from './covered-portraits.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { faceModel, FaceModelCheck } from './face-model.provider.js';
import { ChallengeResponseJudge } from './liveness-judge.adapter.js';
import { Portraits } from './portraits.service.js';

/** Faces for the built-in engine. Only a model of the operator's own, which is tried out, costs anything before the first picture. */
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
