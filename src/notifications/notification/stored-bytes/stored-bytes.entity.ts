import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The number of bytes that an enterprise has stored on one day. It is spread over several rows, which must be summed,
 * so that database connections do not wait for each other to update a single row.
 */
@Entity({ schema: 'notifications', name: 'stored_bytes' })
export class StoredBytesOfDay {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  /** The day in UTC, such as `2026-07-14`. */
  @PrimaryColumn({ type: 'date' }) day!: string;
  /** The number of the row, out of 64 for each day. It depends on the database connection. */
  @PrimaryColumn({ type: 'smallint' }) slot!: number;
  @Column({ type: 'bigint' }) bytes!: string;
}
