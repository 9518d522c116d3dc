import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest activation code of a user. Only its keyed hash is stored. */
@Entity({ schema: 'users', name: 'activation_code' })
export class ActivationCode {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'code_hash' }) codeHash!: string;
  /** Whether the enterprise's portal chose the code. The portal then delivers it to the user. */
  @Column({ type: 'boolean' }) predefined!: boolean;
  /**
   * The address that the code was mailed to. Activating with the code proves that the user can read mail sent there.
   */
  @Column({ type: 'text', nullable: true, name: 'mailed_to' }) mailedTo!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  /** The number of failed attempts. After five, the code is void, but the user is not blocked. */
  @Column({ type: 'int', name: 'wrong_tries', default: 0 }) wrongTries!: number;
  /** The credential that was activated with the code. Repeating the activation with this credential succeeds again. */
  @Column({ type: 'text', nullable: true, name: 'used_with' }) usedWith!: string | null;
}
