import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { JsonObject } from '../../../shared/kernel/index.js';

/** A browser in which a user has proven a second factor and has chosen not to be asked for it again. */
@Entity({ schema: 'auth', name: 'remembered_browser' })
@Unique('remembered_browser_token_hash_key', ['tokenHash'])
@Index('remembered_browser_of_user', ['sub', 'createdAt'])
@Index('remembered_browser_expires_at', ['expiresAt'])
export class RememberedBrowser {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid' }) sub!: string;
  /** A keyed hash over the row's id, the user, the secret in the cookie, and the row's times. */
  @Column({ type: 'text', name: 'token_hash' }) tokenHash!: string;
  @Column({ type: 'jsonb' }) origin!: JsonObject;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'last_used_at' }) lastUsedAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
