import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../../../shared/kernel/index.js';
import { Database, type Tx } from '../../../shared/persistence/index.js';
import { SealedRows } from '../../../shared/security/index.js';
import type { ImportedPassword } from '../../../users/contract/index.js';
import { PasswordHasher } from './password-hasher.service.js';
import { Password } from './password.entity.js';

/** The user id to look up if no user has the given name. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The password hashes of users. */
@Injectable()
export class PasswordStore {
  constructor(
    @InjectRepository(Password) private readonly rows: Repository<Password>,
    private readonly db: Database,
    private readonly seals: SealedRows,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the hash of a user's password. The statement runs even without a user and always returns one row, so that
   * its duration does not reveal whether the user exists.
   */
  async hashOf(sub: string | undefined): Promise<string | undefined> {
    const row = await this.db.oneByKey<{ hash: string | null; rowSeal: string | null }>(HASH_OF, [sub ?? NOBODY]);
    if (!sub || !row?.hash) return undefined;
    const kept = Object.assign(new Password(), { sub, hash: row.hash, rowSeal: row.rowSeal });
    return (await this.seals.holds(kept)) ? kept.hash : undefined;
  }

  /** The time at which the current password was set. */
  async setAt(sub: string): Promise<Date | undefined> {
    return (await this.rows.findOne({ select: { sub: true, createdAt: true }, where: { sub } }))?.createdAt;
  }

  async set(tx: Tx, sub: string, hash: string): Promise<void> {
    await tx.rows(SET, [sub, hash, this.clock.now(), this.#sealOf(sub, hash)]);
  }

  /** Replaces the password that was set at the given time. Returns false if the user no longer has that password. */
  async replace(tx: Tx, sub: string, setAt: Date, hash: string): Promise<boolean> {
    return (await tx.rows(REPLACE, [sub, setAt, hash, this.clock.now(), this.#sealOf(sub, hash)])).length > 0;
  }

  /** Stores the passwords of new users in a single statement, without waiting for its result. */
  add(tx: Tx, passwords: readonly ImportedPassword[]): void {
    const rows = passwords.map(({ sub, hash }) => ({ sub, hash, row_seal: this.#sealOf(sub, hash) }));
    tx.send(ADD, [JSON.stringify(rows), this.clock.now()]);
  }

  /** Replaces the hash with one that has current parameters, unless the password has changed in the meantime. */
  async rehash(sub: string, from: string, to: string): Promise<void> {
    await this.rows.update({ sub, hash: from }, { hash: to, rowSeal: this.#sealOf(sub, to) });
  }

  #sealOf(sub: string, hash: string): string | null {
    return this.seals.seal(Object.assign(new Password(), { sub, hash })).rowSeal;
  }
}

const HASH_OF = `
  SELECT kept.hash, kept.row_seal AS "rowSeal" FROM (SELECT) always LEFT JOIN auth.password kept ON kept.sub = $1`;

const SET = `
  INSERT INTO auth.password (sub, hash, created_at, row_seal) VALUES ($1, $2, $3, $4)
  ON CONFLICT (sub) DO UPDATE
    SET hash = excluded.hash, created_at = excluded.created_at, row_seal = excluded.row_seal`;

const REPLACE = `
  UPDATE auth.password SET hash = $3, created_at = $4, row_seal = $5 WHERE sub = $1 AND created_at = $2 RETURNING 1`;

const ADD = `
  INSERT INTO auth.password (sub, hash, created_at, row_seal)
  SELECT sub, hash, $2, row_seal FROM jsonb_to_recordset($1::jsonb) AS brought(sub uuid, hash text, row_seal text)`;

/** Checks a user's password. Without a user, it takes the same time and returns false. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly passwords: PasswordStore,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * Pass `enterpriseId` if the caller is not authenticated yet: a refusal then takes equally long for every user of the
   * enterprise.
   */
  async fits(sub: string | undefined, password: string, enterpriseId?: string): Promise<boolean> {
    const kept = await this.passwords.hashOf(sub);
    const { fits, stale } = await this.hasher.check(password, kept, enterpriseId);
    if (fits && stale && sub && kept) await this.passwords.rehash(sub, kept, await this.hasher.hash(password));
    return fits;
  }
}
