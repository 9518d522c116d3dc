import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MadePasskey } from './passkeys/passkey.entity.js';

/** A pending passkey, in a form that JSON can hold. */
export type KeptPasskey = Omit<MadePasskey, 'publicKey'> & { readonly publicKey: string };

/**
 * A credential under the id that its activation names. While it is pending, the row has its data; once it is live, the
 * row only marks that.
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

  /** The hash of the password or the id of the passkey that is pending. */
  get mark(): string | undefined {
    return this.passwordHash ?? this.passkey?.credentialId;
  }

  /** Repeating the activation cannot set another credential. */
  noteLive(sub: string, now: Date): void {
    this.passwordHash = null;
    this.passkey = null;
    this.sub = sub;
    this.liveAt = now;
  }
}
