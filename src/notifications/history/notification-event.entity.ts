import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';
import type { StoredKind } from './notification-event.js';

/** An event in the life of a notification, between its creation and its end. */
@Entity({ schema: 'notifications', name: 'notification_event' })
@Index('notification_event_listed', { synchronize: false })
export class NotificationEventRecord {
  @PrimaryColumn({ type: 'uuid', name: 'notification_uuid' }) notificationUuid!: string;
  /** Assigned by the database in the order of the events. */
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) seq!: string;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) at!: Date;
  @Column({ type: 'text' }) kind!: StoredKind;
  @Column({ type: 'uuid', nullable: true, name: 'device_id' }) deviceId!: string | null;
  @Column({ type: 'jsonb' }) details!: JsonObject;
}
