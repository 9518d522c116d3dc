import { Module } from '@nestjs/common';
import { WorkersModule } from '../../../shared/workers/workers.module.js';
import { FaceEngine } from './face-engine.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { faceModel, FaceModelCheck } from './face-model.provider.js';
import { ChallengeResponseJudge } from './liveness-judge.adapter.js';
import { Portraits } from './portraits.service.js';

/** Faces for the built-in engine. Nothing of it costs anything before the first picture, but for a model of the operator's own, which is tried out. */
@Module({
  imports: [WorkersModule],
  providers: [faceModel, FaceModelCheck, FaceEngine, DescriptorFaceMatcher, ChallengeResponseJudge, Portraits],
  exports: [DescriptorFaceMatcher, ChallengeResponseJudge, Portraits],
})
export class FaceModule {}
