import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { HeldMethods } from './held-methods.service.js';
import { PurgeStepUps, StepUpStore } from './step-up-store.service.js';
import { StepUps } from './step-ups.service.js';

/** Confirms an action by password, passkey or face. */
@Module({
  imports: [HistoryModule],
  providers: [HeldMethods, PurgeStepUps, StepUps, StepUpStore],
  exports: [HeldMethods, StepUps],
})
export class StepUpModule {}
