import { Column, Entity, PrimaryColumn } from 'typeorm';
import { sealedColumn } from '../../../shared/kernel/index.js';

/** The authenticator app of a user. */
@Entity({ schema: 'auth', name: 'totp' })
export class Totp {
  @PrimaryColumn({ type: 'uuid' }) sub!: string;
  @Column({ type: 'bytea', name: 'sealed_secret' }) sealedSecret!: Buffer;
  /** The time step of the last code that was used. Codes of this and earlier steps are rejected. */
  @Column({ type: 'bigint', name: 'last_step', transformer: { from: Number, to: (step: number) => step } })
  lastStep!: number;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at' }) lastUsedAt!: Date;

  static readonly sealContext = sealedColumn('auth.totp', 'sealed_secret', 'sub', (sub) => `auth/totp:${sub}`);
}
