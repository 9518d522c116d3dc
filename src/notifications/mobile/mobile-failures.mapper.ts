import { DomainError, type ErrorKind, KernelErrors } from '../../shared/kernel/index.js';
import { domainErrorOf } from '../../shared/http/index.js';
import { DeviceErrors } from '../../users/contract/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { mobileCodes, OperationRefused, type Reason, refused } from './mobile-codes.js';

/** The reasons to report for errors whose code alone does not determine the reason. */
const reasonOf = new Map<ErrorKind, Reason>([
  [DeviceErrors.notFound, 'unknown'],
  [DeviceErrors.proofRefused, 'signature'],
  [DeviceErrors.attestationRefused, 'signature'],
  [DeviceErrors.tooMany, 'too_many'],
  [DeviceErrors.approvalNeeded, 'approval'],
  [DeviceErrors.approvalWaits, 'waiting'],
  [KernelErrors.tooManyRequests, 'too_many'],
  [NotificationErrors.noActiveDevice, 'signature'],
  [NotificationErrors.tooManyActive, 'too_many'],
  [NotificationErrors.tooManyOpen, 'too_many'],
  [NotificationErrors.tooManyBytes, 'too_many'],
  [NotificationErrors.tooManyLists, 'too_many'],
  [NotificationErrors.listsOfEnterprise, 'too_many'],
  [NotificationErrors.listsOfAll, 'too_many'],
  [NotificationErrors.notFound, 'unknown'],
  [NotificationErrors.expired, 'expired'],
  [NotificationErrors.tampered, 'tampered'],
  [NotificationErrors.signatureRequired, 'signature'],
]);

const isKnown = (code: number | undefined): code is OperationRefused['code'] =>
  code !== undefined && code !== 0 && code !== 100 && (Object.values(mobileCodes) as number[]).includes(code);

/** Converts any thrown error to one that the caller of an operation may see. `cause` is the original error. */
export function failureFrom(caught: unknown): OperationRefused {
  if (caught instanceof OperationRefused) return caught;
  const error = domainErrorOf(caught);
  const { mobile } = error.kind.spec;
  return Object.assign(isKnown(mobile) ? withDetails(error, mobile) : refused.failed(), { cause: error });
}

function withDetails(error: DomainError, code: OperationRefused['code']): OperationRefused {
  if (code === mobileCodes.blocked) return refused.blocked();
  if (code === mobileCodes.failed) return new OperationRefused(code, reasonOf.get(error.kind) ?? 'unknown');
  const reason = finishedBy(error) ?? reasonOf.get(error.kind) ?? (code === mobileCodes.stepUp ? 'step_up' : 'invalid');
  return new OperationRefused(code, reason, error.message);
}

/**
 * The reason to report if the call failed because the notification had already ended. It depends on how the
 * notification ended.
 */
function finishedBy({ kind, extra }: DomainError): Reason | undefined {
  if (kind !== NotificationErrors.finished) return undefined;
  if (extra['from'] === 'EXPIRED') return 'expired';
  return extra['from'] === 'TAMPERED' ? 'tampered' : 'finished';
}

/**
 * The HTTP status of a failed call. Calls that could not be processed, or that require a stronger sign-in, get an error
 * status; other failures get 200 and a code in the body.
 */
export function httpStatusOf({ code, cause }: OperationRefused): number {
  if (cause instanceof DomainError && cause.kind === KernelErrors.weakSignIn) return 401;
  if (code !== mobileCodes.failed) return 200;
  return cause instanceof DomainError ? cause.kind.spec.status : 429;
}
