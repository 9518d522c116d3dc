import type { Tx } from '../../shared/persistence/index.js';

/** The kinds of the jobs that call the vendor. */
export const FOLLOW_VENDOR = 'idv/follow-vendor';
export const REMOVE_AT_VENDOR = 'idv/remove-at-vendor';

interface OfTenant {
  readonly sessionId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/**
 * How many seconds to wait before each poll of the vendor: few at first, because the user is waiting. After the last of
 * these polls, the vendor is polled every minute.
 */
const WAIT_SECONDS: readonly number[] = [2, 5, 10, 15, 20, 30, 45];
const LONGEST_SECONDS = 60;

/**
 * Builds the job that polls the vendor. `turn` is the number of polls since a webhook or a returning user last
 * triggered one; the wait depends on it. Without `dueAt`, the job runs now, even if a job for this session is already
 * waiting for its time.
 */
export const vendorJob = ({ sessionId, enterpriseId, test }: OfTenant, turn = 0, dueAt?: Date) => ({
  kind: FOLLOW_VENDOR,
  payload: { sessionId, enterpriseId, test, turn },
  dedupeKey: sessionId,
  lane: enterpriseId,
  ...(dueAt && { dueAt }),
});

export const nextPoll = (session: OfTenant, turn: number, now: Date) =>
  vendorJob(session, turn + 1, new Date(now.getTime() + 1_000 * (WAIT_SECONDS[turn] ?? LONGEST_SECONDS)));

/** Schedules the deletion of the vendor's data about a session. */
export function forgetAtVendor(tx: Tx, { vendorRef }: { readonly vendorRef: string | null }): void {
  if (vendorRef !== null) tx.pending.jobs.push(removalAtVendor(vendorRef));
}

export const removalAtVendor = (vendorRef: string) => ({
  kind: REMOVE_AT_VENDOR,
  payload: { vendorRef },
  dedupeKey: vendorRef,
});
