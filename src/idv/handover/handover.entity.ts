import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An offer to hand a session over to another browser of the same person, by a single-use link and a number to compare.
 */
@Entity({ schema: 'idv', name: 'handover' })
@Index('handover_token', ['tokenHash'], { unique: true })
@Index('handover_phone', { synchronize: false })
export class Handover {
  /** The session to hand over. It has at most one offer: a new one replaces the previous one. */
  @PrimaryColumn({ type: 'uuid', name: 'session_id' }) sessionId!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text', name: 'token_hash' }) tokenHash!: string;
  /** Hash of the secret of the browser that has opened the link. That browser shows `number`. */
  @Column({ type: 'text', nullable: true, name: 'phone_hash' }) phoneHash!: string | null;
  @Column({ type: 'text', nullable: true }) number!: string | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'made_at' }) madeAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
