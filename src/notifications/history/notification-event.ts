import type { JsonObject } from '../../shared/kernel/index.js';

/**
 * `hint` is the result of a push; `listed` means that a device fetched the notification. `created` and `closed` are not
 * stored: they are derived from the notification's row.
 */
export const eventKinds = ['created', 'hint', 'listed', 'step-up-asked', 'step-up-done', 'closed'] as const;
export type EventKind = (typeof eventKinds)[number];

/** One entry in the history of a notification. It contains no personal data and no content of the notification. */
export interface NotificationEvent {
  readonly at: Date;
  readonly kind: EventKind;
  readonly deviceId: string | null;
  readonly details: JsonObject;
}

export type StoredKind = Exclude<EventKind, 'created' | 'closed'>;
