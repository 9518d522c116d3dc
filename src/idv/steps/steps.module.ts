import { Module } from '@nestjs/common';
import { EnginesModule } from '../engines/engines.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Sessions } from './sessions.service.js';
import { SessionStepGuard } from './session-step.guard.js';
import { SessionSteps } from './session-steps.service.js';

/** Leads a browser through the steps of its session. */
@Module({
  imports: [EnginesModule, SessionsModule],
  providers: [Sessions, SessionStepGuard, SessionSteps],
  exports: [Sessions, SessionStepGuard, SessionSteps],
})
export class StepsModule {}
