import { Injectable } from '@nestjs/common';
import { Database } from '../../shared/persistence/index.js';

export interface ChainLink {
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** A link with the signature over it. */
export interface SignedCheckpoint {
  readonly number: number;
  readonly jws: string;
  readonly signedAt: Date;
}

/** The chain as it is read: ends, links and the checkpoints that cover them. */
@Injectable()
export class AuditChainRepository {
  constructor(private readonly db: Database) {}

  head(): Promise<ChainLink | undefined> {
    return this.db.one<ChainLink>(`${LINK} ORDER BY number DESC LIMIT 1`);
  }

  linkOf(entryId: string): Promise<ChainLink | undefined> {
    return this.db.one<ChainLink>(`${LINK} WHERE entry_id = $1`, [entryId]);
  }

  newestCheckpoint(): Promise<SignedCheckpoint | undefined> {
    return this.db.one<SignedCheckpoint>(`${CHECKPOINT} ORDER BY number DESC LIMIT 1`);
  }

  /** The first that covers a link. */
  checkpointOver(number: number): Promise<SignedCheckpoint | undefined> {
    return this.db.one<SignedCheckpoint>(`${CHECKPOINT} WHERE number >= $1 ORDER BY number LIMIT 1`, [number]);
  }
}

const LINK = `SELECT number::float8 AS number, encode(hash, 'hex') AS hash FROM shared.audit_link`;
const CHECKPOINT = `SELECT number::float8 AS number, jws, signed_at AS "signedAt" FROM shared.audit_checkpoint`;
