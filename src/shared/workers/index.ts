export { ConcurrencyLimiter, RETRY_AFTER_SECONDS } from './concurrency-limiter.js';
export { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';
export { WorkerPools } from './worker-pools.service.js';
