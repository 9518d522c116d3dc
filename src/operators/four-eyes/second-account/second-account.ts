import { normalisedEmail } from '../../../shared/kernel/index.js';

const DAY_MS = 86_400_000;

/** An operator, with the known email addresses. */
export interface Account {
  readonly sub: string;
  readonly emails: readonly string[];
}

export interface KnownInvitation {
  readonly sub: string;
  readonly invitedAt: Date;
  readonly invitedBy: string | null;
}

export type Objection = 'samePerson' | 'invitedTooLate';

/** Invitations before this time do not affect who may approve a request that was made at `askedAt`. */
export const invitationsMatterFrom = (askedAt: Date): Date => new Date(askedAt.getTime() - DAY_MS);

/**
 * Returns the reason to suspect that the operators who ask and agree are one person. `samePerson`: both use the same
 * mailbox. `invitedTooLate`: the one who agrees was invited after the request was made, or the invitations of the 24
 * hours before it lead to the same operator. They do if one has invited the other, or if a third one has invited both.
 */
export function objectionTo(
  askedAt: Date,
  asking: Account,
  agreeing: Account,
  invitations: readonly KnownInvitation[],
): Objection | undefined {
  const known = new Set(asking.emails.map(normalisedEmail));
  if (agreeing.emails.some((email) => known.has(normalisedEmail(email)))) return 'samePerson';
  const from = invitationsMatterFrom(askedAt);
  const before = invitations.filter(({ invitedAt }) => invitedAt > from && invitedAt < askedAt);
  const isTooLate = invitations.some(({ sub, invitedAt }) => sub === agreeing.sub && invitedAt >= askedAt);
  const isOfOne = haveCommon(invitersOf(asking.sub, before), invitersOf(agreeing.sub, before));
  return isTooLate || isOfOne ? 'invitedTooLate' : undefined;
}

/** The operator, whoever has invited this operator, whoever has invited those, and so on. */
function invitersOf(sub: string, invitations: readonly KnownInvitation[]): Set<string> {
  const found = new Set([sub]);
  // The loop also visits what is added while it runs.
  for (const one of found) {
    for (const { sub: invited, invitedBy } of invitations) {
      if (invited === one && invitedBy !== null) found.add(invitedBy);
    }
  }
  return found;
}

const haveCommon = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one));
