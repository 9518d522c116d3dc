import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';

/**
 * Who did what to whom. `PendingWrites` writes entries together with the change that they describe. They never change.
 */
@Entity({ schema: 'shared', name: 'audit_entry', synchronize: false })
export class AuditEntryRecord {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  /** The transaction that wrote it: `xid8`, which TypeORM does not know. */
  @Column({ type: 'text', default: () => 'pg_current_xact_id()' }) xid!: string;
  /** With microseconds, which a `Date` does not have, so the chain reads it as text. */
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
