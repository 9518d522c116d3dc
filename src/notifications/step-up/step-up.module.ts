import { Module } from '@nestjs/common';
import { HeldMethods } from './held-methods.service.js';
import { PurgeStepUps, StepUpStore } from './step-up-store.service.js';
import { StepUps } from './step-ups.service.js';

/** What a user confirms an action with: a password, a passkey or the face. */
@Module({ providers: [HeldMethods, PurgeStepUps, StepUps, StepUpStore], exports: [HeldMethods, StepUps] })
export class StepUpModule {}
