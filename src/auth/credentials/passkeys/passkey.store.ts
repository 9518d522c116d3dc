import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock, newSecret } from '../../../shared/kernel/index.js';
import { advisoryLocks, Database, type Tx } from '../../../shared/persistence/index.js';
import { SealedRows } from '../../../shared/security/index.js';
import { type NewPasskey, Passkey } from './passkey.entity.js';

export const LONGEST_PASSKEY_NAME = 60;

const MOST_PASSKEYS = 20;

/** Values that the authenticator reports with each use. */
type UsedBy = Pick<Passkey, 'counter' | 'userHandle'>;

/** Stores users' passkeys: their public keys and signature counters. */
@Injectable()
export class PasskeyStore {
  constructor(
    @InjectRepository(Passkey) private readonly rows: Repository<Passkey>,
    private readonly db: Database,
    private readonly seals: SealedRows,
    private readonly clock: Clock,
  ) {}

  async find(credentialId: string): Promise<Passkey | undefined> {
    return (await this.rows.findOneBy({ credentialId })) ?? undefined;
  }

  of(sub: string): Promise<Passkey[]> {
    return this.rows.find({ where: { sub }, order: { createdAt: 'ASC' } });
  }

  has(sub: string): Promise<boolean> {
    return this.rows.existsBy({ sub });
  }

  async isFull(sub: string): Promise<boolean> {
    return (await this.rows.countBy({ sub })) >= MOST_PASSKEYS;
  }

  /**
   * Adds a passkey. Returns false if the user already has the maximum number of passkeys, or if the id, which the
   * authenticator chose at random, already exists.
   */
  async add(tx: Tx, passkey: NewPasskey): Promise<boolean> {
    const { credentialId, sub, userHandle, name, publicKey, counter, transports, backedUp } = passkey;
    tx.send('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.passkeysOfUser, sub]);
    if ((await tx.manager.countBy(Passkey, { sub })) >= MOST_PASSKEYS) return false;
    const now = this.clock.now();
    const { rowSeal } = this.seals.seal(Object.assign(new Passkey(), passkey, { createdAt: now }));
    const key = Buffer.from(publicKey);
    const row = [credentialId, sub, name, key, counter, transports, backedUp, now, userHandle, rowSeal];
    return (await tx.rows(ADD, row)).length > 0;
  }

  /** Whether the row's keyed hash matches, which means that the row was not altered in the database. */
  isSound(passkey: Passkey): Promise<boolean> {
    return this.seals.holds(passkey);
  }

  async rename(sub: string, credentialId: string, name: string): Promise<boolean> {
    return (await this.rows.update({ sub, credentialId }, { name })).affected === 1;
  }

  async countsOf(subs: readonly string[]): Promise<Map<string, number>> {
    const found = await this.db.rows<{ sub: string; count: number }>(COUNTS, [subs]);
    return new Map(found.map(({ sub, count }) => [sub, count]));
  }

  /** Counts the user's passkeys, and locks their rows until the transaction ends. */
  async lockCount(tx: Tx, sub: string): Promise<number> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.manager.find(Passkey, { where: { sub }, order: { credentialId: 'ASC' }, lock })).length;
  }

  async remove(tx: Tx, sub: string, credentialId: string): Promise<boolean> {
    return (await tx.manager.delete(Passkey, { sub, credentialId })).affected === 1;
  }

  /**
   * Records a use. Returns false if the counter has changed since the passkey was read: of two uses with the same
   * counter, one is by a copy. A counter that is always 0 never changes.
   */
  async noteUse({ credentialId, counter }: Passkey, by: UsedBy): Promise<boolean> {
    const used = { ...by, lastUsedAt: this.clock.now() };
    return (await this.rows.update({ credentialId, counter }, used)).affected === 1;
  }
}

const COUNTS = 'SELECT sub, count(*)::int AS count FROM auth.passkey WHERE sub = ANY ($1::uuid[]) GROUP BY sub';

const ADD = `
  INSERT INTO auth.passkey (credential_id, sub, name, public_key, counter, transports, backed_up, created_at, user_handle,
    row_seal)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1`;

export type Ceremony = 'login' | 'register' | 'activate' | 'step-up';

/**
 * Issues challenges for authenticators. Each can be used once within five minutes, for one purpose (`Ceremony`), and
 * only in the sign-in or session that it was issued to.
 */
@Injectable()
export class Challenges {
  constructor(private readonly db: Database) {}

  async issue(ceremony: Ceremony, boundTo: string): Promise<string> {
    const challenge = newSecret();
    await this.db.rows(ISSUE, [hash(challenge), ceremony, boundTo]);
    return challenge;
  }

  async consume(challenge: string, ceremony: Ceremony, boundTo: string): Promise<boolean> {
    return (await this.db.rows(CONSUME, [hash(challenge), ceremony, boundTo])).length > 0;
  }
}

const hash = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

const ISSUE = `
  INSERT INTO auth.passkey_challenge (challenge_hash, purpose, bound_to, expires_at)
  VALUES ($1, $2, $3, now() + interval '5 minutes')`;
const CONSUME = `
  DELETE FROM auth.passkey_challenge
  WHERE challenge_hash = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > now() RETURNING 1`;
