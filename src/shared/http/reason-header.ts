import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';

/**
 * The header with the operator's reason for a request that has no body field `comments`. Its value is percent-encoded.
 */
export const REASON_HEADER = 'reason';

const SHORTEST = 4;
const LONGEST = 1_000;

/** Returns the decoded value of the reason header, or `undefined` if the request has no such header. */
export function reasonIn(request: Request): string | undefined {
  const value = request.get(REASON_HEADER);
  return value === undefined ? undefined : decoded(value);
}

/** Returns the given reason. Throws if it is missing, too short or too long. */
export function demandReason(reason: unknown): string {
  if (typeof reason !== 'string' || reason.trim().length < SHORTEST) throw reasonMissing();
  if (reason.length > LONGEST) throw reasonMissing(`Must have at most ${LONGEST} characters.`);
  return reason;
}

function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw reasonMissing('Reason is percent-encoded.');
  }
}

export const reasonMissing = (
  detail = 'Say why, in `comments` or in the header `Reason`: colleagues and auditors read it.',
) => KernelErrors.invalidArguments(undefined, { errors: [{ pointer: '/comments', detail }] });
