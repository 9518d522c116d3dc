import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PicturesModule } from '../pictures/pictures.module.js';
import { SpecimensModule } from '../specimens/specimens.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Sessions } from './sessions.service.js';
import { SessionStepGuard } from './session-step.guard.js';
import { SimulatedEndings } from './simulated-endings.service.js';
import { SessionSteps } from './session-steps.service.js';

/** Takes a browser through the steps of its session. */
@Module({
  imports: [EnginesModule, EvidenceModule, PicturesModule, SessionsModule, SpecimensModule],
  providers: [Sessions, SessionStepGuard, SessionSteps, SimulatedEndings],
  exports: [Sessions, SessionStepGuard, SessionSteps, SimulatedEndings],
})
export class StepsModule {}
