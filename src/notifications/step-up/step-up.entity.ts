import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A started step-up. It can be used once, and for the named answer only. */
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
