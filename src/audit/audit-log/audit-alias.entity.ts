import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Maps a person to the alias that audit entries use. Deleting the row makes the person's entries anonymous. */
@Entity({ schema: 'shared', name: 'audit_alias', synchronize: false })
export class AuditAlias {
  @PrimaryColumn({ type: 'text' }) subject!: string;
  @Column({ type: 'uuid', default: () => 'gen_random_uuid()' }) salt!: string;
  /**
   * A generated column. It is hidden from TypeORM, which would otherwise need a table of its own for the expression.
   */
  @Column({ type: 'uuid', insert: false, update: false }) readonly alias!: string;
}
