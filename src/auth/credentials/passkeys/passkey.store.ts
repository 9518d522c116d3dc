import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, newSecret } from '../../../shared/kernel/index.js';
import { Database, type Tx } from '../../../shared/persistence/index.js';

export interface Passkey {
  readonly credentialId: string;
  readonly sub: string;
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'createdAt' | 'lastUsedAt'>;
/** A new passkey that is not yet assigned to a user. */
export type MadePasskey = Omit<NewPasskey, 'sub'>;

export const LONGEST_PASSKEY_NAME = 60;

/** The passkeys of users: their public keys and use counters. */
@Injectable()
export class PasskeyStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  find(credentialId: string): Promise<Passkey | undefined> {
    return this.db.one<Passkey>(`${SELECT} WHERE credential_id = $1`, [credentialId]);
  }

  of(sub: string): Promise<Passkey[]> {
    return this.db.rows<Passkey>(`${SELECT} WHERE sub = $1 ORDER BY created_at`, [sub]);
  }

  /** Returns false when the id is taken. Authenticators choose ids at random. */
  async add(
    tx: Tx,
    { credentialId, sub, name, publicKey, counter, transports, backedUp }: NewPasskey,
  ): Promise<boolean> {
    const now = this.clock.now();
    const key = Buffer.from(publicKey);
    return (await tx.rows(ADD, [credentialId, sub, name, key, counter, transports, backedUp, now])).length > 0;
  }

  async rename(sub: string, credentialId: string, name: string): Promise<boolean> {
    return (await this.db.rows(RENAME, [sub, credentialId, name])).length > 0;
  }

  async countsOf(subs: readonly string[]): Promise<Map<string, number>> {
    const found = await this.db.rows<{ sub: string; count: number }>(COUNTS, [subs]);
    return new Map(found.map(({ sub, count }) => [sub, count]));
  }

  /** Counts and locks them until the transaction ends. */
  async lockCount(tx: Tx, sub: string): Promise<number> {
    return (await tx.rows(LOCK, [sub])).length;
  }

  async remove(tx: Tx, sub: string, credentialId: string): Promise<boolean> {
    return (await tx.rows(REMOVE, [sub, credentialId])).length > 0;
  }

  /** Returns false when another use came first: of two uses with the same counter, one is a copy's. */
  async noteUse({ credentialId, counter }: Passkey, newCounter: number): Promise<boolean> {
    return (await this.db.rows(USE, [credentialId, counter, newCounter, this.clock.now()])).length > 0;
  }
}

const COUNTS = 'SELECT sub, count(*)::int AS count FROM auth.passkey WHERE sub = ANY ($1::uuid[]) GROUP BY sub';

const SELECT = `
  SELECT credential_id AS "credentialId", sub, name, public_key AS "publicKey", counter::float8 AS counter, transports,
         backed_up AS "backedUp", created_at AS "createdAt", last_used_at AS "lastUsedAt"
  FROM auth.passkey`;
const ADD = `
  INSERT INTO auth.passkey (credential_id, sub, name, public_key, counter, transports, backed_up, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`;
const RENAME = 'UPDATE auth.passkey SET name = $3 WHERE sub = $1 AND credential_id = $2 RETURNING 1';
const LOCK = 'SELECT 1 FROM auth.passkey WHERE sub = $1 ORDER BY credential_id FOR UPDATE';
const REMOVE = 'DELETE FROM auth.passkey WHERE sub = $1 AND credential_id = $2 RETURNING 1';
const USE = `
  UPDATE auth.passkey SET counter = $3, last_used_at = $4 WHERE credential_id = $1 AND counter = $2 RETURNING 1`;

export type Ceremony = 'login' | 'register' | 'activate' | 'step-up';

/**
 * The challenges that authenticators sign. Each is valid once, for one ceremony of one interaction or session, for five
 * minutes.
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
