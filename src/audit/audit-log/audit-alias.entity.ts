import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name by which entries call a person. Without the row, the entries say nothing about anyone. */
@Entity({ schema: 'shared', name: 'audit_alias' })
export class AuditAlias {
  @PrimaryColumn({ type: 'text' }) subject!: string;
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' }) salt!: string;
  @Column({
    type: 'uuid',
    unique: true,
    generatedType: 'STORED',
    asExpression: 'shared.audit_alias_of(salt, subject)',
  })
  readonly alias!: string;
}
