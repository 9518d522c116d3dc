import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';

/** Why an operator asks, percent-encoded, where the request has no body with `comments`. */
export const REASON_HEADER = 'reason';

const SHORTEST = 4;
const LONGEST = 1_000;

/** The reason in the header. `undefined`: there is no such header. */
export function reasonIn(request: Request): string | undefined {
  const told = request.get(REASON_HEADER);
  return told === undefined ? undefined : decoded(told);
}

/** The reason, if it is not blank. */
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
