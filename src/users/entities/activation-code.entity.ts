import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest code of one user. Only its keyed hash is kept. */
@Entity({ schema: 'users', name: 'activation_code' })
export class ActivationCode {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'code_hash' }) codeHash!: string;
  /** Set by the portal, which tells it to the user itself. */
  @Column({ type: 'boolean' }) predefined!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  /** A code dies after five; that blocks nobody. */
  @Column({ type: 'int', name: 'wrong_tries', default: 0 }) wrongTries!: number;
  /** The credential that it has activated: the same activation repeated answers the same. */
  @Column({ type: 'text', nullable: true, name: 'used_with' }) usedWith!: string | null;
}
