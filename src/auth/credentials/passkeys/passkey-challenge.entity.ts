import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An issued challenge that is not answered yet. */
@Entity({ schema: 'auth', name: 'passkey_challenge' })
@Index('passkey_challenge_expires_at', ['expiresAt'])
export class PasskeyChallenge {
  @PrimaryColumn({ type: 'text', name: 'challenge_hash' }) challengeHash!: string;
  /** The ceremony that the challenge is for, such as a registration or a sign-in. */
  @Column({ type: 'text' }) purpose!: string;
  @Column({ type: 'text', name: 'bound_to' }) boundTo!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
