import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../shared/kernel/index.js';
import type { TrustKind } from './chip-trust.js';

/** An entry of the operator's trust in states. Anyone who could add an entry could forge passports. */
@Sealed<TrustEntry>('idv.chip_trust', { except: [] })
@Entity({ schema: 'idv', name: 'chip_trust' })
export class TrustEntry {
  @PrimaryColumn({ type: 'text' }) kind!: TrustKind;
  /** `hand`, or the fingerprint of the publisher whose list has it. */
  @PrimaryColumn({ type: 'text' }) source!: string;
  /** SHA-256: of a certificate, or of the name of the authority whose revocations these are. */
  @PrimaryColumn({ type: 'text' }) id!: string;
  /** Two letters. Empty if the certificate names no state. */
  @Column({ type: 'text' }) state!: string;
  /** The certificate. Empty for a block. */
  @Column({ type: 'bytea' }) der!: Uint8Array;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'valid_until' }) validUntil!: Date | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'imported_at' }) importedAt!: Date;
  /** Reason of a block; number of certificates of a list. */
  @Column({ type: 'text' }) note!: string;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;
}

export type NewTrustEntry = Omit<TrustEntry, 'rowSeal'>;
