import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signature over a link of the chain, and thereby over all links before it. */
@Entity({ schema: 'shared', name: 'audit_checkpoint' })
export class AuditCheckpoint {
  @PrimaryColumn({ type: 'bigint' }) number!: string;
  @Column({ type: 'text' }) jws!: string;
  @Column({ type: 'timestamptz', name: 'signed_at' }) signedAt!: Date;
}
