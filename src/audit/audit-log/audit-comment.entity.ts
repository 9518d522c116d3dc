import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The reason that was given with an entry. It goes with the alias of the person whom the entry is about. */
@Entity({ schema: 'shared', name: 'audit_comment' })
@Index('audit_comment_subject', ['subjectAlias'])
export class AuditComment {
  @PrimaryColumn({ type: 'uuid', name: 'entry_id' }) entryId!: string;
  @Column({ type: 'uuid', name: 'subject_alias' }) subjectAlias!: string;
  @Column({ type: 'text' }) comments!: string;
}
