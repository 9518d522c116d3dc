import { Column, Entity, PrimaryColumn } from 'typeorm';

export interface Branding {
  readonly logoUri?: string;
  readonly color?: string;
}

export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** The tenant: every user, client, session and notification belongs to one. */
@Entity({ schema: 'users', name: 'enterprise' })
export class Enterprise {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'jsonb' }) branding!: Branding;
  /** How long a DELETED user is still read before everything personal is erased. */
  @Column({ type: 'int', name: 'retention_days' }) retentionDays!: number;
  /** After how many unused days an ACTIVE user falls INACTIVE; `null`: never. */
  @Column({ type: 'int', nullable: true, name: 'inactivity_days' }) inactivityDays!: number | null;
  @Column({ type: 'jsonb', nullable: true, name: 'quiet_hours' }) quietHours!: QuietHours | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'updated_at' }) updatedAt!: Date;
}
