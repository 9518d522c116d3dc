import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The newest code of one user. Only its keyed hash is stored. */
@Entity({ schema: 'users', name: 'activation_code' })
export class ActivationCode {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'code_hash' }) codeHash!: string;
  /** Whether the enterprise's portal chose the code, and gives it to the user itself. */
  @Column({ type: 'boolean' }) predefined!: boolean;
  /** The address that the code was mailed to. Activation with the code proves that the user reads its mail. */
  @Column({ type: 'text', nullable: true, name: 'mailed_to' }) mailedTo!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  /** Five wrong tries void the code. They do not lock the user. */
  @Column({ type: 'int', name: 'wrong_tries', default: 0 }) wrongTries!: number;
  /** The credential that the code has activated. A repetition with the same credential gets the same answer. */
  @Column({ type: 'text', nullable: true, name: 'used_with' }) usedWith!: string | null;
}
