import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A recovery code, which can be used once in place of a lost second factor. */
@Entity({ schema: 'auth', name: 'recovery_code' })
@Index('recovery_code_sub', ['sub'])
export class RecoveryCode {
  /** A keyed hash, so that the code cannot be guessed from the database. */
  @PrimaryColumn({ type: 'text', name: 'code_hash' }) codeHash!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'used_at' }) usedAt!: Date | null;
}
