import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How far the audit log has been sent to one external system (`target`), and which process holds the lease to send to
 * it.
 */
@Entity({ schema: 'shared', name: 'audit_stream' })
@Check('audit_stream_number_check', 'number >= 0')
export class AuditStreamPosition {
  @PrimaryColumn({ type: 'text' }) target!: string;
  /** The number, in the hash chain, of the last audit entry that was delivered to the target. */
  @Column({ type: 'bigint' }) number!: string;
  @Column({ type: 'uuid', name: 'leased_by' }) leasedBy!: string;
  @Column({ type: 'timestamptz', name: 'leased_until' }) leasedUntil!: Date;
}
