import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { EVIDENCE_KIND, type EvidenceKind } from './evidence.js';

/** Links a session to the blob with one of its pictures, or with the files of its chip. */
@Entity({ schema: 'idv', name: 'evidence' })
@Check('evidence_kind', `kind ~ '${EVIDENCE_KIND.source}'`)
export class EvidenceRecord {
  @PrimaryColumn({ type: 'uuid', name: 'session_id' }) sessionId!: string;
  @PrimaryColumn({ type: 'text' }) kind!: EvidenceKind;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'uuid', name: 'blob_id' }) blobId!: string;
}
