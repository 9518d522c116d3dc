import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The last alert to an enterprise about an operator who views the data of an unusually large number of people. */
@Entity({ schema: 'operators', name: 'unusual_reading' })
export class UnusualAccess {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'told_at' }) toldAt!: Date;
}
