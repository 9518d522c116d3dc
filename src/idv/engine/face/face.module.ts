import { Module } from '@nestjs/common';
import { EngineProcessesModule } from '../processes/engine-processes.module.js';
import { FaceEngine } from './face-engine.service.js';
import { DescriptorFaceMatcher } from './face-matcher.adapter.js';
import { ChallengeResponseJudge } from './liveness-judge.adapter.js';
import { Portraits } from './portraits.service.js';

/** Faces for the built-in engine. Nothing of it costs anything before the first picture. */
@Module({
  imports: [EngineProcessesModule],
  providers: [FaceEngine, DescriptorFaceMatcher, ChallengeResponseJudge, Portraits],
  exports: [DescriptorFaceMatcher, ChallengeResponseJudge, Portraits],
})
export class FaceModule {}
