import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MadePasskey } from './passkeys/passkey.entity.js';

/** A pending passkey, in a form that can be stored in a JSON column. */
export type KeptPasskey = Omit<MadePasskey, 'publicKey'> & { readonly publicKey: string };

/**
 * The first credential of a user. While the activation is pending, the row contains the credential's data. Afterwards
 * it only records that the credential is live.
 */
@Entity({ schema: 'auth', name: 'activation' })
@Check('activation_pending_or_live', 'num_nonnulls(live_at, password_hash, passkey) = 1')
@Index('activation_pending', ['createdAt'], { where: 'live_at IS NULL' })
@Index('activation_sub', ['sub'], { where: 'sub IS NOT NULL' })
export class Activation {
  @PrimaryColumn({ type: 'text', name: 'credential_id' }) credentialId!: string;
  @Column({ type: 'text', nullable: true, name: 'password_hash' }) passwordHash!: string | null;
  @Column({ type: 'jsonb', nullable: true }) passkey!: KeptPasskey | null;
  @Column({ type: 'uuid', nullable: true }) sub!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'live_at' }) liveAt!: Date | null;

  /** Identifies the pending credential: the password's hash or the passkey's id. */
  get mark(): string | undefined {
    return this.passwordHash ?? this.passkey?.credentialId;
  }

  /**
   * Records that the credential is live, and deletes its pending data, so that repeating the activation cannot set a
   * different credential.
   */
  noteLive(sub: string, now: Date): void {
    this.passwordHash = null;
    this.passkey = null;
    this.sub = sub;
    this.liveAt = now;
  }
}
