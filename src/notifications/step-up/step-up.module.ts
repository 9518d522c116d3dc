import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { AvailableStepUpMethods } from './available-step-up-methods.service.js';
import { PurgeStepUps, StepUpStore } from './step-up-store.service.js';
import { StepUps } from './step-ups.service.js';

/** Confirms an action by password, passkey or face. */
@Module({
  imports: [HistoryModule],
  providers: [AvailableStepUpMethods, PurgeStepUps, StepUps, StepUpStore],
  exports: [AvailableStepUpMethods, StepUps],
})
export class StepUpModule {}
