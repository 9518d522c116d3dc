import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The single row that records which entries are linked: all entries of transactions below `below`, except those in
 * `open`.
 */
@Entity({ schema: 'shared', name: 'audit_chain', synchronize: false })
export class AuditChain {
  @PrimaryColumn({ type: 'boolean', default: true }) one!: true;
  /** The system identifier of the database cluster. Transaction numbers of another cluster are meaningless here. */
  @Column({ type: 'bigint' }) cluster!: string;
  /**
   * All transactions with a lower number are linked, except those in `open`. The column type is `xid8`, which TypeORM
   * does not support.
   */
  @Column({ type: 'text', default: '0' }) below!: string;
  /**
   * Transactions below `below` that were still running at the last run of the chain writer, in PostgreSQL's text form
   * (`{812,815}`), because the driver cannot parse arrays of `xid8`.
   */
  @Column({ type: 'text', array: true, default: [] }) open!: string;
}

/** A link of the hash chain: an entry, and the hash over it and all entries before it. */
@Entity({ schema: 'shared', name: 'audit_link' })
@Check('audit_link_number_check', 'number > 0')
export class AuditLink {
  @PrimaryColumn({ type: 'bigint' }) number!: string;
  @Column({ type: 'uuid', unique: true, name: 'entry_id' }) entryId!: string;
  @Column({ type: 'bytea' }) hash!: Buffer;
}
