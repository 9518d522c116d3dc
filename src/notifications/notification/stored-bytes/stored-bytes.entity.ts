import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The bytes that an enterprise has stored on one day. They are split into several rows, which must be added up, so that
 * connections do not wait for each other to update one row.
 */
@Entity({ schema: 'notifications', name: 'stored_bytes' })
export class StoredBytesOfDay {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  /** The day in UTC, such as `2026-07-14`. */
  @PrimaryColumn({ type: 'date' }) day!: string;
  /** One of 64 rows for a day, chosen by the database connection. */
  @PrimaryColumn({ type: 'smallint' }) slot!: number;
  @Column({ type: 'bigint' }) bytes!: string;
}
