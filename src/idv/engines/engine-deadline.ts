import { KernelErrors } from '../../shared/kernel/index.js';

const RETRY_AFTER_SECONDS = 2;

/** Aborted when the engine takes too long, with a reason that tells callers to try again. */
export function engineDeadline(milliseconds: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(late()), milliseconds).unref();
  return deadline.signal;
}

const late = () => KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
