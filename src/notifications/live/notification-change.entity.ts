import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationStatus } from '../notification/notification-status.js';

/** A change of the status of a notification, to be sent to sockets. */
@Entity({ schema: 'notifications', name: 'change', synchronize: false })
export class NotificationChangeRecord {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) seq!: string;
  /**
   * The id of the transaction that made the change. Its type in the database is `xid8`, which TypeORM does not support.
   */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()' }) xid!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'uuid', name: 'notification_uuid' }) notificationUuid!: string;
  @Column({ type: 'text' }) status!: NotificationStatus;
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()', name: 'changed_at' }) changedAt!: Date;
}
