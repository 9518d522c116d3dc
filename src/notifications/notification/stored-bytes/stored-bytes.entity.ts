import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Bytes that one connection has stored for an enterprise on one day. */
@Entity({ schema: 'notifications', name: 'stored_bytes' })
export class StoredBytesOfDay {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  /** In UTC: `2026-07-14`. */
  @PrimaryColumn({ type: 'date' }) day!: string;
  /** Each connection counts in its own. */
  @PrimaryColumn({ type: 'smallint' }) slot!: number;
  @Column({ type: 'bigint' }) bytes!: string;
}
