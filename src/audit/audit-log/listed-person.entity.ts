import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person whom a list has shown to an operator. `at` is the last time it did so. The row is deleted after an hour. */
@Entity({ schema: 'shared', name: 'listed_person' })
export class ListedPerson {
  @PrimaryColumn({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @PrimaryColumn({ type: 'boolean' }) test!: boolean;
  /** The `sub` of the operator. The column `person` is the `sub` of the listed user. */
  @PrimaryColumn({ type: 'text' }) operator!: string;
  @PrimaryColumn({ type: 'text' }) person!: string;
  @Column({ type: 'timestamptz', precision: 3 }) at!: Date;
}
