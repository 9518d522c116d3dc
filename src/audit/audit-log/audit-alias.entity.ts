import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The name by which entries call a person. Without the row, the entries say nothing about anyone. */
@Entity({ schema: 'shared', name: 'audit_alias', synchronize: false })
export class AuditAlias {
  @PrimaryColumn({ type: 'text' }) subject!: string;
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' }) salt!: string;
  /** Computed by the database from both columns: TypeORM would keep a table of its own for the expression. */
  @Column({ type: 'uuid', insert: false, update: false }) readonly alias!: string;
}
