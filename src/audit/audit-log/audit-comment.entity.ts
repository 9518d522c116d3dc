import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { AuditAlias } from './audit-alias.entity.js';

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
