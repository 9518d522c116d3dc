import { Column, Entity, PrimaryColumn } from 'typeorm';

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
