import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { IdempotencyStore, PurgeIdempotency } from './idempotency/idempotency.store.js';
import { ListExports } from './exports/list-exports.service.js';
import { ListMemory } from './exports/list-memory.service.js';
import { CallerLimit, RequestLimits } from './rate-limits.js';
import { Paging } from '../fields/index.js';

/** Services that all controllers share, and the guard that enforces the rate limit of each caller on every route. */
@Module({
  providers: [
    ListExports,
    ListMemory,
    Paging,
    RequestLimits,
    IdempotencyStore,
    PurgeIdempotency,
    { provide: APP_GUARD, useClass: CallerLimit },
  ],
  exports: [IdempotencyStore, ListExports, ListMemory, Paging, RequestLimits],
})
export class HttpBasicsModule {}
