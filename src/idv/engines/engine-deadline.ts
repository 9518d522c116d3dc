import { KernelErrors } from '../../shared/kernel/index.js';

const RETRY_AFTER_SECONDS = 2;

/** Aborted when the engine takes too long, for a reason that callers understand: they are to come back. */
export function engineDeadline(milliseconds: number): AbortSignal {
  const deadline = new AbortController();
  setTimeout(() => deadline.abort(late()), milliseconds).unref();
  return deadline.signal;
}

const late = () => KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
