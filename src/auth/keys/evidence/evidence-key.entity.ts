import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type JsonObject, sealedColumn } from '../../../shared/kernel/index.js';

/** A key that signs evidence receipts. Rows are never deleted. */
@Entity({ schema: 'auth', name: 'evidence_key' })
@Index('evidence_key_one_active', { synchronize: false })
export class EvidenceKey {
  @PrimaryColumn({ type: 'text' }) kid!: string;
  @Column({ type: 'jsonb', name: 'public_jwk' }) publicJwk!: JsonObject;
  @Column({ type: 'bytea', name: 'sealed_jwk' }) sealedJwk!: Buffer;
  @Column({ type: 'timestamptz', precision: 3, name: 'created_at' }) createdAt!: Date;
  /**
   * The time until which the key may sign. A rotation sets it an hour ahead, because processes that have not loaded the
   * next key still sign with this one.
   */
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'retired_at' }) retiredAt!: Date | null;

  static readonly sealContext = sealedColumn(
    'auth.evidence_key',
    'sealed_jwk',
    'kid',
    (kid) => `auth/evidence-key:${kid}`,
  );
}
