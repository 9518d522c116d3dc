import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../shared/kernel/index.js';
import type { TrustKind } from './chip-trust.js';

/**
 * A trusted certificate or list, or a blocked certificate. Each row has a keyed hash: otherwise anyone who can add a
 * row could make the service accept forged passports.
 */
@Sealed<TrustEntry>('idv.chip_trust', { except: [] })
@Entity({ schema: 'idv', name: 'chip_trust' })
export class TrustEntry {
  @PrimaryColumn({ type: 'text' }) kind!: TrustKind;
  /**
   * The origin of the entry: `hand` if an operator imported it, otherwise the fingerprint of the publisher of its
   * master list.
   */
  @PrimaryColumn({ type: 'text' }) source!: string;
  /** Identifies the entry by a SHA-256 hash: of the certificate, or, for a revocation list, of its authority's name. */
  @PrimaryColumn({ type: 'text' }) id!: string;
  /** The two-letter code of the state. Empty if the certificate names no state. */
  @Column({ type: 'text' }) state!: string;
  /**
   * In DER: the certificate, the revocation list, or, for a master list, the certificate of its signer. Empty if the
   * entry blocks a certificate.
   */
  @Column({ type: 'bytea' }) der!: Uint8Array;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'valid_until' }) validUntil!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'imported_at' }) importedAt!: Date;
  /** For a blocked certificate: the operator's reason. For a master list: how many certificates it contains. */
  @Column({ type: 'text' }) note!: string;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;
}

export type NewTrustEntry = Omit<TrustEntry, 'rowSeal'>;
