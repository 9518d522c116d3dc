import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';

/**
 * An audit entry: who did what to whom. `PendingWrites` inserts it in the transaction of the change; it is never
 * updated.
 */
@Entity({ schema: 'shared', name: 'audit_entry', synchronize: false })
export class AuditEntryRecord {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** Id of the inserting transaction. The column type is `xid8`, which TypeORM does not know. */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()' }) xid!: string;
  /**
   * The time of the entry. The database stores microseconds, which a `Date` cannot hold, so the hash chain reads the
   * time as text.
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
