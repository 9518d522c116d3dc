import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A link of the hash chain: an entry, and the hash over it and all entries before it. */
@Entity({ schema: 'shared', name: 'audit_link' })
@Check('audit_link_number_check', 'number > 0')
export class AuditLink {
  @PrimaryColumn({ type: 'bigint' }) number!: string;
  @Column({ type: 'uuid', unique: true, name: 'entry_id' }) entryId!: string;
  @Column({ type: 'bytea' }) hash!: Buffer;
}
