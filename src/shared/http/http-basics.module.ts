import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { KeptAnswers, PurgeIdempotency } from './idempotency/kept-answers.store.js';
import { ListExports } from './exports/list-exports.service.js';
import { CallerLimit, RequestLimits } from './rate-limits.js';
import { Paging } from './paging.js';
import { UploadBudget } from './uploads/upload-budget.js';

/** Services of all controllers, and what stands before and around every route. */
@Module({
  providers: [
    ListExports,
    Paging,
    RequestLimits,
    UploadBudget,
    KeptAnswers,
    PurgeIdempotency,
    { provide: APP_GUARD, useClass: CallerLimit },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
  exports: [KeptAnswers, ListExports, Paging, RequestLimits, UploadBudget],
})
export class HttpBasicsModule {}
