import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
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

/** An event in the history of a notification, between its creation and its end. */
@Entity({ schema: 'notifications', name: 'notification_event' })
@Index('notification_event_listed', { synchronize: false })
export class NotificationEventRecord {
  @PrimaryColumn({ type: 'uuid', name: 'notification_uuid' }) notificationUuid!: string;
  /** Sequence number that the database assigns in the order of the events. */
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) seq!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) at!: Date;
  @Column({ type: 'text' }) kind!: StoredKind;
  @Column({ type: 'uuid', nullable: true, name: 'device_id' }) deviceId!: string | null;
  @Column({ type: 'jsonb' }) details!: JsonObject;
}
