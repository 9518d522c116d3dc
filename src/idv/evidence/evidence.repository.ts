import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../shared/persistence/index.js';
import type { EvidenceKind } from './evidence.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';

/** The only access to which blobs are the pictures of a session. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly db: Database) {}

  /** Returns the blob that this one replaces. Of two at once the later one replaces the earlier. */
  async replace(tx: Tx, session: SessionRef, kind: EvidenceKind, blobId: string): Promise<string | undefined> {
    const added = await tx.rows(ADD, [...valuesOf(session), kind, blobId]);
    if (added.length > 0) return undefined;
    const [former] = await tx.rows<{ blobId: string }>(LOCK, [...valuesOf(session), kind]);
    await tx.rows(REPLACE, [...valuesOf(session), kind, blobId]);
    return former?.blobId;
  }

  async blobOf(session: SessionRef, kind: EvidenceKind): Promise<string | undefined> {
    return (await this.db.one<{ blobId: string }>(FIND, [...valuesOf(session), kind]))?.blobId;
  }

  list(session: SessionRef): Promise<{ kind: EvidenceKind; blobId: string }[]> {
    return this.db.rows(LIST, valuesOf(session));
  }

  async remove(tx: Tx, session: SessionRef): Promise<void> {
    await tx.rows(REMOVE, valuesOf(session));
  }
}

const valuesOf = ({ tenant, sessionId }: SessionRef) => [tenant.enterpriseId, tenant.test, sessionId];

const OF_SESSION = 'enterprise_id = $1 AND test = $2 AND session_id = $3';

const ADD = `
  INSERT INTO idv.evidence (enterprise_id, test, session_id, kind, blob_id) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (session_id, kind) DO NOTHING RETURNING 1`;

const FIND = `SELECT blob_id AS "blobId" FROM idv.evidence WHERE ${OF_SESSION} AND kind = $4`;
const LOCK = `${FIND} FOR UPDATE`;
const REPLACE = `UPDATE idv.evidence SET blob_id = $5 WHERE ${OF_SESSION} AND kind = $4`;
const LIST = `SELECT kind, blob_id AS "blobId" FROM idv.evidence WHERE ${OF_SESSION} ORDER BY kind`;
const REMOVE = `DELETE FROM idv.evidence WHERE ${OF_SESSION}`;
