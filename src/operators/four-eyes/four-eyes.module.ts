import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SecondOperators } from '../../shared/auth-guard/index.js';
import { PeopleModule } from '../people/people.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { CarryOut } from './carry-out/carry-out.service.js';
import { ForgetRequests } from './personal-data/forget-requests.handler.js';
import { FourEyesAttention } from './four-eyes-attention.adapter.js';
import { FourEyesController } from './four-eyes.controller.js';
import { FourEyesDecisionGuard } from './four-eyes-decision.guard.js';
import { FourEyesRequest } from './four-eyes-request.entity.js';
import { FourEyesRepository } from './four-eyes.repository.js';
import { FourEyesRequests } from './four-eyes-requests.service.js';
import { LongAnswers } from './carry-out/long-answers.service.js';
import { BlobsModule } from '../../shared/storage/index.js';
import { InnerCalls } from './carry-out/inner-calls.service.js';
import { FourEyesUpkeepJob } from './four-eyes-upkeep.job.js';
import { RequestsSection } from './personal-data/requests.section.js';
import { SecondAccounts } from './second-account/second-accounts.service.js';

/** Calls of operators that only run once a second operator has approved them. */
@Module({
  imports: [BlobsModule, PeopleModule, SessionsModule, TypeOrmModule.forFeature([FourEyesRequest])],
  controllers: [FourEyesController],
  providers: [
    CarryOut,
    ForgetRequests,
    FourEyesRequests,
    FourEyesAttention,
    FourEyesDecisionGuard,
    FourEyesRepository,
    InnerCalls,
    LongAnswers,
    FourEyesUpkeepJob,
    RequestsSection,
    SecondAccounts,
    { provide: SecondOperators, useExisting: FourEyesRequests },
  ],
  exports: [SecondOperators],
})
export class FourEyesModule {}
