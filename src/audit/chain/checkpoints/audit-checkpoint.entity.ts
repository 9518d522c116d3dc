import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { JWK } from 'jose';
import { sealedColumn } from '../../../shared/kernel/index.js';

/** A signature over a link of the chain, and thereby over all links before it. */
@Entity({ schema: 'shared', name: 'audit_checkpoint' })
export class AuditCheckpoint {
  @PrimaryColumn({ type: 'bigint' }) number!: string;
  @Column({ type: 'text' }) jws!: string;
  @Column({ type: 'timestamptz', name: 'signed_at' }) signedAt!: Date;
}

/**
 * A key pair that signs checkpoints. The private key is encrypted. A row is updated only to encrypt it again with a
 * newer key.
 */
@Entity({ schema: 'shared', name: 'audit_key' })
export class AuditKey {
  /** The thumbprint (RFC 7638) of the public key. */
  @PrimaryColumn({ type: 'text' }) kid!: string;
  @Column({ type: 'jsonb', name: 'public_key' }) publicKey!: JWK;
  @Column({ type: 'bytea', name: 'private_key' }) sealed!: Buffer;
  @Column({ type: 'timestamptz', default: () => 'now()', name: 'made_at' }) madeAt!: Date;

  static readonly sealContext = sealedColumn(
    'shared.audit_key',
    'private_key',
    'kid',
    (kid) => `shared/audit-key:${kid}`,
  );
}
