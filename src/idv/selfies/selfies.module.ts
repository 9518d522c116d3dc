import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { FacesModule } from '../faces/faces.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { StepsModule } from '../steps/steps.module.js';
import { SelfieJudge } from './selfie-judge.service.js';
import { SelfieSteps } from './selfie-steps.service.js';

/** Records the selfie with its challenge, and compares the face with the portrait. */
@Module({
  imports: [EnginesModule, EvidenceModule, FacesModule, PicturesModule, SessionsModule, StepsModule],
  providers: [SelfieJudge, SelfieSteps],
  exports: [SelfieSteps],
})
export class SelfiesModule {}
