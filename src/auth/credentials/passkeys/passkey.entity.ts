import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../../shared/kernel/index.js';

/** A user's passkey: its public key and its signature counter. */
@Sealed<Passkey>('auth.passkey', { except: ['name', 'counter', 'transports', 'backedUp', 'lastUsedAt', 'userHandle'] })
@Entity({ schema: 'auth', name: 'passkey' })
@Index('passkey_sub', ['sub', 'createdAt'])
export class Passkey {
  @PrimaryColumn({ type: 'text', name: 'credential_id' }) credentialId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'bytea', name: 'public_key' }) publicKey!: Uint8Array;
  /** The signature counter, which is less than 2^32. */
  @Column({ type: 'bigint', transformer: { from: Number, to: (counter: number) => counter } }) counter!: number;
  /**
   * The user handle stored in the authenticator, in base64url. Null for passkeys from early versions until they are
   * next used.
   */
  @Column({ type: 'text', nullable: true, name: 'user_handle' }) userHandle!: string | null;
  @Column({ type: 'text', array: true }) transports!: readonly string[];
  @Column({ type: 'boolean', name: 'backed_up' }) backedUp!: boolean;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'last_used_at' }) lastUsedAt!: Date | null;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt' | 'rowSeal'>;
/** A new passkey that has not yet been assigned to a user. */
export type MadePasskey = Omit<NewPasskey, 'sub'>;

/** A challenge that has been issued but not yet answered. */
@Entity({ schema: 'auth', name: 'passkey_challenge' })
@Index('passkey_challenge_expires_at', ['expiresAt'])
export class PasskeyChallenge {
  @PrimaryColumn({ type: 'text', name: 'challenge_hash' }) challengeHash!: string;
  /** The ceremony that the challenge is for, such as a registration or a sign-in. */
  @Column({ type: 'text' }) purpose!: string;
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
