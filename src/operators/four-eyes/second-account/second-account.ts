import { normalisedEmail } from '../../../shared/kernel/index.js';

const DAY_MS = 86_400_000;

/** The operator who made a request for approval, and the time. Both affect who may approve it. */
export interface Asked {
  readonly askedBy: string;
  readonly askedAt: Date;
}

interface Invitation {
  readonly invitedAt: Date;
  readonly invitedBy: string | null;
}

export interface Agreeing {
  readonly emails: readonly string[];
  readonly invitations: readonly Invitation[];
}

export type Objection = 'samePerson' | 'invitedTooLate';

/**
 * Returns the reason to suspect that an operator is a second account of the requester. `samePerson`: both use the same
 * mailbox. `invitedTooLate`: the operator was invited after the request was made or, by the requester, in the 24 hours
 * before.
 */
export function objectionTo(
  { askedBy, askedAt }: Asked,
  emailsOfAsker: readonly string[],
  { emails, invitations }: Agreeing,
): Objection | undefined {
  const known = new Set(emailsOfAsker.map(normalisedEmail));
  if (emails.some((email) => known.has(normalisedEmail(email)))) return 'samePerson';
  const dayBefore = new Date(askedAt.getTime() - DAY_MS);
  const isTooLate = ({ invitedAt, invitedBy }: Invitation): boolean =>
    invitedAt >= askedAt || (invitedBy === askedBy && invitedAt > dayBefore);
  return invitations.some(isTooLate) ? 'invitedTooLate' : undefined;
}
