import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * This table has a single row: the time from which the outcomes of notifications are sealed, that is, stored with a
 * keyed hash.
 */
@Entity({ schema: 'notifications', name: 'seal_start' })
@Check('seal_start_only_one_check', 'only_one')
export class SealStartRecord {
  @PrimaryColumn({ type: 'boolean', default: true, name: 'only_one' }) onlyOne!: true;
  @Column({ type: 'timestamptz', precision: 3 }) since!: Date;
  /** A keyed hash of `since`. Null until the first process after the migration has computed the hash. */
  @Column({ type: 'text', nullable: true }) seal!: string | null;
}
