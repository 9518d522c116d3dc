import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';

/** The reason that an operator gives for a request without a body field `comments`. It is percent-encoded. */
export const REASON_HEADER = 'reason';

const SHORTEST = 4;
const LONGEST = 1_000;

/** Returns the decoded header, or `undefined` if the request has none. */
export function reasonIn(request: Request): string | undefined {
  const value = request.get(REASON_HEADER);
  return value === undefined ? undefined : decoded(value);
}

/** Returns the reason. Throws if it is missing, too short or too long. */
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
