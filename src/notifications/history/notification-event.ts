import type { JsonObject } from '../../shared/kernel/index.js';

/**
 * `hint` is the result of a push; `listed` means that a device has fetched it. `created` and `closed` are read from the
 * row.
 */
export const eventKinds = ['created', 'hint', 'listed', 'step-up-asked', 'step-up-done', 'closed'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One line in the history of a notification. It names no person and repeats nothing of what was asked. */
export interface NotificationEvent {
  readonly at: Date;
  readonly kind: EventKind;
  readonly deviceId: string | null;
  readonly details: JsonObject;
}

export type StoredKind = Exclude<EventKind, 'created' | 'closed'>;
