import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the audit log has arrived at a target, and which process sends to it. */
@Entity({ schema: 'shared', name: 'audit_stream' })
@Check('audit_stream_number_check', 'number >= 0')
export class AuditStreamPosition {
  @PrimaryColumn({ type: 'text' }) target!: string;
  /** The last link of the chain that has arrived. */
  @Column({ type: 'bigint' }) number!: string;
  @Column({ type: 'uuid', name: 'leased_by' }) leasedBy!: string;
  @Column({ type: 'timestamptz', name: 'leased_until' }) leasedUntil!: Date;
}
