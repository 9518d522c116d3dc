import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The newest code that was mailed to a user for a sign-in. Only its keyed hash is stored. */
@Entity({ schema: 'users', name: 'mailed_code' })
@Index('mailed_code_expired', ['expiresAt'])
export class MailedCode {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  /**
   * The keyed hash of the code. It also covers the user, the address, the sign-in and the expiry, so that none of them
   * can be replaced in the database.
   */
  @Column({ type: 'text', name: 'code_hash' }) codeHash!: string;
  @Column({ type: 'text', name: 'sent_to' }) sentTo!: string;
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
  @Column({ type: 'int', name: 'wrong_tries' }) wrongTries!: number;
  @Column({ type: 'boolean' }) used!: boolean;
}
