import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Tx } from '../../shared/persistence/index.js';
import { EvidenceRecord } from './evidence.entity.js';
import type { EvidenceKind } from './evidence.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';

/** The only access to the list of pictures and other evidence of a session. */
@Injectable()
export class EvidenceRepository {
  constructor(@InjectRepository(EvidenceRecord) private readonly records: Repository<EvidenceRecord>) {}

  /**
   * Makes a blob the current picture of this kind, and returns the blob that it replaces. Of two concurrent calls, the
   * later one replaces the blob of the earlier.
   */
  async replace(tx: Tx, session: SessionRef, kind: EvidenceKind, blobId: string): Promise<string | undefined> {
    const { enterpriseId, test, sessionId } = of(session);
    const added = await tx.rows(ADD, [enterpriseId, test, sessionId, kind, blobId]);
    if (added.length > 0) return undefined;
    const record = await tx.lock(EvidenceRecord, { enterpriseId, test, sessionId, kind });
    if (!record) return undefined;
    const former = record.blobId;
    record.blobId = blobId;
    await tx.save(record);
    return former;
  }

  async blobOf(session: SessionRef, kind: EvidenceKind): Promise<string | undefined> {
    return (await this.records.findOneBy({ ...of(session), kind }))?.blobId;
  }

  list(session: SessionRef): Promise<EvidenceRecord[]> {
    return this.records.find({ where: of(session), order: { kind: 'ASC' } });
  }

  remove(tx: Tx, session: SessionRef): void {
    tx.removeAll(EvidenceRecord, of(session));
  }

  /** Removes the records of these kinds, and returns their blobs. */
  async removeKinds(tx: Tx, session: SessionRef, kinds: readonly EvidenceKind[]): Promise<string[]> {
    const { enterpriseId, test, sessionId } = of(session);
    const removed = await tx.rows<{ id: string }>(REMOVE_KINDS, [enterpriseId, test, sessionId, kinds]);
    return removed.map(({ id }) => id);
  }
}

const of = ({ tenant: { enterpriseId, test }, sessionId }: SessionRef) => ({ enterpriseId, test, sessionId });

const ADD = `
  INSERT INTO idv.evidence (enterprise_id, test, session_id, kind, blob_id) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (session_id, kind) DO NOTHING RETURNING 1`;

const REMOVE_KINDS = `
  DELETE FROM idv.evidence WHERE enterprise_id = $1 AND test = $2 AND session_id = $3 AND kind = ANY ($4)
  RETURNING blob_id AS id`;
