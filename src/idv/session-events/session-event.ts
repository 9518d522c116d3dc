import type { JsonObject } from '../../shared/kernel/index.js';
import type { Step } from '../sessions/rules/session-step.js';

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
