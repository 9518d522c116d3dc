import type { JsonObject } from '../../shared/kernel/index.js';
import { attempted, type Attempts, MOST_ATTEMPTS, type Step } from '../sessions/rules/session-step.js';
import type { Reason } from '../sessions/rules/reasons.js';
import type { SessionStatus } from '../sessions/rules/session-status.js';

/**
 * Kinds of session events. A new kind needs a sentence in `idv-session-event.dto.ts`, and words in
 * `web/src/console/words/<language>`.
 */
// oxfmt-ignore
export const sessionEventKinds = [
  'opened', 'link-opened', 'started', 'step', 'shown', 'attempt-failed', 'attempt-passed', 'picture-refused',
  'handover-offered', 'handed-over', 'status', 'claimed', 'claim-released', 'decided', 'evidence-removed',
] as const;

export type SessionEventKind = (typeof sessionEventKinds)[number];

/** Something that happened in a session. It contains no personal data. */
export interface NewSessionEvent {
  readonly kind: SessionEventKind;
  readonly step?: Step;
  readonly details?: JsonObject;
}

/** The fields of a session whose changes are recorded as events. */
export interface EventFields {
  readonly status: SessionStatus;
  readonly step: Step;
  readonly attempts: Attempts;
  readonly reasons: readonly Reason[];
  readonly ownerHash: string | null;
  readonly claimedBy: string | null;
  readonly claimedUntil: Date | null;
}

export const eventFieldsOf = ({
  status,
  step,
  attempts,
  reasons,
  ownerHash,
  claimedBy,
  claimedUntil,
}: EventFields): EventFields => ({
  ...{ status, step, attempts, reasons, ownerHash, claimedBy, claimedUntil },
});

/**
 * Compares a session before and after a change, and returns the events that describe the change. A start or handover
 * comes first, a new status last.
 */
export const eventsBetween = (before: EventFields, now: EventFields): NewSessionEvent[] => [
  ...startOrHandover(before, now),
  ...attempts(before, now),
  ...(before.step === now.step || now.step === 'done' ? [] : [{ kind: 'step', step: now.step } as const]),
  ...claims(before, now),
  ...statuses(before, now),
];

function startOrHandover(before: EventFields, now: EventFields): NewSessionEvent[] {
  if (now.ownerHash === before.ownerHash) return [];
  return [{ kind: before.ownerHash === null ? 'started' : 'handed-over' }];
}

function attempts(before: EventFields, now: EventFields): NewSessionEvent[] {
  return attempted
    .filter((attempt) => now.attempts[attempt] > before.attempts[attempt])
    .map((attempt): NewSessionEvent => {
      // A successful attempt clears the session's reasons. So if there is no reason, the attempt has passed.
      const [reason] = now.reasons;
      const { step } = before;
      if (reason === undefined) return { kind: 'attempt-passed', step, details: { attempt } };
      const left = Math.max(0, MOST_ATTEMPTS - now.attempts[attempt]);
      return { kind: 'attempt-failed', step, details: { attempt, reason, left } };
    });
}

function claims(before: EventFields, now: EventFields): NewSessionEvent[] {
  const { claimedBy: by, claimedUntil: until } = now;
  if (by !== null && by !== before.claimedBy)
    return [{ kind: 'claimed', details: { by, until: until?.toISOString() ?? null } }];
  if (by === null && before.claimedBy !== null && now.status === before.status)
    return [{ kind: 'claim-released', details: { by: before.claimedBy } }];
  return [];
}

function statuses({ status: from }: EventFields, { status: to, reasons }: EventFields): NewSessionEvent[] {
  return from === to ? [] : [{ kind: 'status', details: { from, to, reasons: [...reasons] } }];
}
