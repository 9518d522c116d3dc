import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A revoked access token. The row is needed until the token would have expired. */
@Entity({ schema: 'auth', name: 'denied_token' })
@Index('denied_token_expires_at', ['expiresAt'])
export class DeniedTokenRecord {
  @PrimaryColumn({ type: 'text' }) jti!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
