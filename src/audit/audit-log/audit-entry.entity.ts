import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';

/**
 * An audit entry: who did what to whom. `PendingWrites` inserts it in the transaction of the change; it is never
 * updated.
 */
@Entity({ schema: 'shared', name: 'audit_entry', synchronize: false })
export class AuditEntryRecord {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** The id of the inserting transaction. The column type is `xid8`, which TypeORM does not support. */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()' }) xid!: string;
  /**
   * The time of the entry. The database stores microseconds, which a `Date` cannot represent, so the hash chain reads
   * the time as text.
   */
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at!: Date;
  @Column({ type: 'text' }) kind!: string;
  @Column({ type: 'text' }) outcome!: 'done' | 'refused';
  @Column({ type: 'text', nullable: true, name: 'enterprise_id' }) enterpriseId!: string | null;
  @Column({ type: 'boolean', nullable: true }) test!: boolean | null;
  @Column({ type: 'text', name: 'actor_kind' }) actorKind!: string;
  @Column({ type: 'text', nullable: true, name: 'actor_id' }) actorId!: string | null;
  @Column({ type: 'uuid', nullable: true, name: 'actor_alias' }) actorAlias!: string | null;
  @Column({ type: 'uuid', nullable: true, name: 'subject_alias' }) subjectAlias!: string | null;
  @Column({ type: 'text', nullable: true }) address!: string | null;
  @Column({ type: 'text', nullable: true, name: 'request_id' }) requestId!: string | null;
  @Column({ type: 'jsonb' }) details!: JsonObject;
}

/** Maps a person to the alias that audit entries use. Deleting the row makes the person's entries anonymous. */
@Entity({ schema: 'shared', name: 'audit_alias', synchronize: false })
export class AuditAlias {
  @PrimaryColumn({ type: 'text' }) subject!: string;
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' }) salt!: string;
  /**
   * A column that PostgreSQL generates. It is declared as an ordinary column, because TypeORM would need a table of its
   * own for the expressions of generated columns.
   */
  @Column({ type: 'uuid', insert: false, update: false }) readonly alias!: string;
}

/**
 * The free-text reason of an audit entry. It is deleted together with the alias of the person whom the entry is about.
 */
@Entity({ schema: 'shared', name: 'audit_comment' })
@Index('audit_comment_subject', ['subjectAlias'])
export class AuditComment {
  @PrimaryColumn({ type: 'uuid', name: 'entry_id' }) entryId!: string;
  @ForeignKey(() => AuditAlias, 'alias', { name: 'audit_comment_subject_alias_fkey', onDelete: 'CASCADE' })
  @Column({ type: 'uuid', name: 'subject_alias' })
  subjectAlias!: string;
  @Column({ type: 'text' }) comments!: string;
}
