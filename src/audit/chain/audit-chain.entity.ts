import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says what has been linked: every entry of a transaction before `below` that is not in `open`. */
@Entity({ schema: 'shared', name: 'audit_chain', synchronize: false })
export class AuditChain {
  @PrimaryColumn({ type: 'boolean', default: true }) one!: true;
  /** The cluster whose transaction numbers these are. */
  @Column({ type: 'bigint' }) cluster!: string;
  /** Numbers of transactions: `xid8`, which TypeORM does not know. */
  @Column({ type: 'text', default: '0' }) below!: string;
  /** In the form that PostgreSQL writes, because the driver reads no array of this type: `{812,815}`. */
  @Column({ type: 'text', array: true, default: [] }) open!: string;
}
