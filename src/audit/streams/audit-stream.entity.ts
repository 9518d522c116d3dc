import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The position of the audit log's stream to one target, and the process that holds the lease to send to it. */
@Entity({ schema: 'shared', name: 'audit_stream' })
@Check('audit_stream_number_check', 'number >= 0')
export class AuditStreamPosition {
  @PrimaryColumn({ type: 'text' }) target!: string;
  /** The number of the last link delivered to the target. */
  @Column({ type: 'bigint' }) number!: string;
  @Column({ type: 'uuid', name: 'leased_by' }) leasedBy!: string;
  @Column({ type: 'timestamptz', name: 'leased_until' }) leasedUntil!: Date;
}
