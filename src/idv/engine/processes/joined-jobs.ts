import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentQueueKey } from '../../../shared/kernel/index.js';

/**
 * How many milliseconds the result of a job stays in the cache, counted from the start of the job. This is long enough
 * for a browser to retry its request.
 */
const KEPT_MS = 120_000;
/** Maximum number of cached results, enough for the pictures of a few sessions. One result takes about 30 KB. */
const MOST_KEPT = 256;

/**
 * Runs the job for a picture only once, even if the job is requested again. If a caller's `signal` is aborted, the
 * caller stops waiting, but the job continues. The next request of the same session gets its result. So each picture is
 * read only once, even on a slow machine.
 */
export class JoinedJobs<Job extends object, Result> {
  readonly #known = new LRUCache<string, Promise<Result>>({ max: MOST_KEPT, ttl: KEPT_MS, ttlAutopurge: true });

  constructor(private readonly begin: (job: Job) => Promise<Result>) {}

  run(job: Job, signal?: AbortSignal): Promise<Result> {
    const key = keyOf(job);
    const result = this.#known.get(key) ?? this.#begun(key, job);
    return signal ? untilGivenUp(result, signal) : result;
  }

  #begun(key: string, job: Job): Promise<Result> {
    const result = this.begin(job);
    this.#known.set(key, result);
    // Removes a failed job from the cache, so that the next request runs it again, but not a newer job.
    result.catch(() => this.#known.peek(key) === result && this.#known.delete(key));
    return result;
  }
}

/**
 * Returns the cache key of a job. It includes the session, so that sessions share no result even if they send the same
 * picture.
 */
function keyOf(job: object): string {
  const hash = createHash('sha256').update(JSON.stringify(currentQueueKey() ?? null));
  for (const [name, value] of Object.entries(job)) {
    const isPicture = value instanceof Uint8Array;
    hash
      .update(`\n${name} ${isPicture ? value.length : ''} `)
      .update(isPicture ? value : JSON.stringify(value ?? null));
  }
  return hash.digest('base64');
}

function untilGivenUp<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}
