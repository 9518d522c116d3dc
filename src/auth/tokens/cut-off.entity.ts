import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CutOffKind, CutOffReason } from './revoked-tokens.js';

/** Revokes all access tokens issued to a user, to a client or under a grant before a point in time. */
@Entity({ schema: 'auth', name: 'cut_off' })
@Index('cut_off_expires_at', ['expiresAt'])
export class CutOffRecord {
  @PrimaryColumn({ type: 'text' }) kind!: CutOffKind;
  @PrimaryColumn({ type: 'text' }) id!: string;
  @Column({ type: 'timestamptz', precision: 3 }) before!: Date;
  @Column({ type: 'text' }) reason!: CutOffReason;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
