import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A code, token, grant, session or interaction, as stored by the protocol engine. Only the hash of its id is stored.
 * All times come from the clock of the database.
 */
@Entity({ schema: 'auth', name: 'engine_record' })
@Index('engine_record_grant_id', ['grantId'], { where: 'grant_id IS NOT NULL' })
@Index('engine_record_account_id', ['accountId'], { where: 'account_id IS NOT NULL' })
@Index('engine_record_uid', ['model', 'uid'], { where: 'uid IS NOT NULL' })
@Index('engine_record_parent', ['parentHash'], { where: 'parent_hash IS NOT NULL' })
@Index('engine_record_expires_at', ['expiresAt'])
export class StoredRecord {
  @PrimaryColumn({ type: 'text' }) model!: string;
  @PrimaryColumn({ type: 'text', name: 'id_hash' }) idHash!: string;
  @Column({ type: 'jsonb' }) payload!: object;
  @Column({ type: 'text', nullable: true, name: 'grant_id' }) grantId!: string | null;
  @Column({ type: 'text', nullable: true, name: 'account_id' }) accountId!: string | null;
  @Column({ type: 'text', nullable: true }) uid!: string | null;
  /** The time of the login or, if the record belongs to no login, the time of issue. */
  @Column({ type: 'timestamptz', nullable: true }) since!: Date | null;
  @Column({ type: 'timestamptz', nullable: true, name: 'expires_at' }) expiresAt!: Date | null;
  @Column({ type: 'timestamptz', nullable: true, name: 'consumed_at' }) consumedAt!: Date | null;
  /**
   * The hash of the refresh token that this token replaced. `repeated_at` is the time at which this token itself was
   * used again.
   */
  @Column({ type: 'text', nullable: true, name: 'parent_hash' }) parentHash!: string | null;
  @Column({ type: 'timestamptz', nullable: true, name: 'repeated_at' }) repeatedAt!: Date | null;
  /**
   * The last use of a grant. The time is updated only once it is an hour old, so the grant may have been used up to an
   * hour later.
   */
  @Column({ type: 'timestamptz', nullable: true, name: 'used_at' }) usedAt!: Date | null;
  /** The browser in which a session began, and its approximate location. */
  @Column({ type: 'jsonb', nullable: true }) origin!: object | null;
}
