import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../../shared/kernel/index.js';
import { Database } from '../../../shared/persistence/index.js';
import { AuditCheckpoint } from './audit-checkpoint.entity.js';
import { CheckpointKeys } from './checkpoint-keys.service.js';
import { signCheckpoint } from './checkpoint.js';

const EVERY_LINKS = 1_000;
const EVERY_MS = 5 * 60_000;

/** The last link of the chain, and the last signed link with the time of its signature. */
export interface SigningState {
  readonly head: number;
  readonly hash: Buffer;
  readonly signed: number | null;
  readonly signedAt: Date | null;
}

/**
 * Regularly signs the end of the chain, so that a recomputed chain is detected: its hashes differ from the signed ones.
 */
@Injectable()
export class Checkpoints {
  constructor(
    private readonly db: Database,
    @InjectRepository(AuditCheckpoint) private readonly checkpoints: Repository<AuditCheckpoint>,
    private readonly keys: CheckpointKeys,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs the end of the chain immediately if needed (for example before a backup), and returns the newest checkpoint,
   * which covers all links.
   */
  async sign(): Promise<string | undefined> {
    const state = await this.#state();
    if (state && isBehind(state)) return this.#sign(state);
    return (await this.checkpoints.find({ order: { number: 'DESC' }, take: 1 }))[0]?.jws;
  }

  /**
   * Signs the end of the chain if a signature is due. Loads the key even if not, so that the key is encrypted again
   * soon after a rotation of the keyring.
   */
  async signWhenDue(): Promise<void> {
    await this.keys.signingKey();
    const state = await this.#state();
    if (state && isDue(state, this.clock.now())) await this.#sign(state);
  }

  async #sign({ head, hash }: SigningState): Promise<string> {
    const at = this.clock.now().toISOString();
    const jws = await signCheckpoint({ number: head, hash: hash.toString('hex'), at }, await this.keys.signingKey());
    // If two processes sign the same link, only the first signature is stored.
    await this.db.rows(
      'INSERT INTO shared.audit_checkpoint (number, jws, signed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [head, jws, at],
    );
    return jws;
  }

  #state(): Promise<SigningState | undefined> {
    return this.db.one<SigningState>(`
      SELECT l.number::float8 AS head, l.hash, c.number::float8 AS signed, c.signed_at AS "signedAt"
      FROM (SELECT number, hash FROM shared.audit_link ORDER BY number DESC LIMIT 1) l
      LEFT JOIN (SELECT number, signed_at FROM shared.audit_checkpoint ORDER BY number DESC LIMIT 1) c ON true`);
  }
}

const isBehind = ({ head, signed }: SigningState): boolean => signed === null || head > signed;

/**
 * Whether the end of the chain should be signed now. The first links are signed immediately, so that a problem with the
 * key is noticed on the first day. A signature from the future comes from a process with a wrong clock, and does not
 * delay the next one.
 */
export function isDue(state: SigningState, now: Date): boolean {
  if (!isBehind(state)) return false;
  if (state.signed === null || state.signedAt === null) return true;
  return state.head - state.signed >= EVERY_LINKS || Math.abs(now.getTime() - state.signedAt.getTime()) >= EVERY_MS;
}
