import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { KeptAnswers } from './idempotency/kept-answers.store.js';
import { PurgeIdempotency } from './idempotency/purge-idempotency.job.js';
import { CallerLimit } from './limits/caller-limit.interceptor.js';
import { RequestLimits } from './limits/request-limits.js';
import { Paging } from './paging/paging.service.js';
import { UploadBudget } from './uploads/upload-budget.js';

/** What controllers of every context work with, and what is done around every route. */
@Global()
@Module({
  providers: [
    Paging,
    RequestLimits,
    UploadBudget,
    KeptAnswers,
    PurgeIdempotency,
    // A repetition counts, too: in this order.
    { provide: APP_INTERCEPTOR, useClass: CallerLimit },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
  exports: [Paging, RequestLimits, UploadBudget],
})
export class HttpBasicsModule {}
