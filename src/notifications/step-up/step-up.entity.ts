import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A step-up that has been started. It can be used once, and only for the answer stored here. */
@Entity({ schema: 'notifications', name: 'step_up' })
@Index('step_up_sub', ['sub', 'expiresAt'])
@Index('step_up_expires_at', ['expiresAt'])
export class StepUp {
  @PrimaryColumn({ type: 'uuid', name: 'step_up_id' }) stepUpId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'uuid', name: 'notification_uuid' }) notificationUuid!: string;
  @Column({ type: 'text' }) response!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
