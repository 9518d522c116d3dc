import { Column, Entity, PrimaryColumn } from 'typeorm';

/** When an enterprise was last alerted about an operator who views data of unusually many people. */
@Entity({ schema: 'operators', name: 'unusual_reading' })
export class UnusualAccess {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'told_at' }) toldAt!: Date;
}
