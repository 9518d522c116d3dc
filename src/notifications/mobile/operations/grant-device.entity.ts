import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The binding of a device to a grant. */
@Entity({ schema: 'notifications', name: 'grant_device' })
@Index('grant_device_device_id', ['deviceId'])
@Index('grant_device_sub', ['sub'])
export class GrantDevice {
  @PrimaryColumn({ type: 'text', name: 'grant_id' }) grantId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'uuid', name: 'device_id' }) deviceId!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'bound_at' }) boundAt!: Date;
}
