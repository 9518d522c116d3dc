import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { asTyped, CODE_DAYS, newActivationCode, WRONG_TRIES } from './activation-code.js';
import { ActivationCode } from './activation-code.entity.js';

const PURPOSE = 'users/activation-code';
const DAY_SECONDS = 86_400;

export interface PredefinedCode {
  readonly sub: string;
  readonly code: string;
}

/** The origin of a code: whether the enterprise's portal chose it, and the address that it was mailed to. */
interface Origin {
  readonly predefined: boolean;
  readonly mailedTo: string | null;
}

export type CodeInfo = {
  readonly predefined: boolean;
  readonly expiresAt: string;
  readonly wrongTries: number;
  readonly used: boolean;
};

/** Manages activation codes, with which users first prove that they own the contact data on record. */
@Injectable()
export class ActivationCodes {
  readonly #decoy: string;

  constructor(
    @InjectRepository(ActivationCode) private readonly rows: Repository<ActivationCode>,
    private readonly index: BlindIndex,
    private readonly clock: Clock,
  ) {
    this.#decoy = this.#hash('', '');
  }

  /**
   * Creates a code and replaces any earlier one. The code exists only in the returned value; only its hash is stored.
   */
  async issue(tx: Tx, sub: string, mailedTo: string | null, seconds?: number): Promise<string> {
    const code = newActivationCode();
    await this.#keep(tx, [{ sub, code }], { predefined: false, mailedTo }, seconds);
    return code;
  }

  /** Stores the codes of many users in one statement. The enterprise's portal chose these codes. */
  async keep(tx: Tx, codes: readonly PredefinedCode[]): Promise<void> {
    if (codes.length > 0) await this.#keep(tx, codes, { predefined: true, mailedTo: null });
  }

  /** Whether the user has a code that the enterprise's portal chose and that can still be used. */
  async isPredefined(tx: Tx, sub: string): Promise<boolean> {
    const code = await tx.lock(ActivationCode, { sub });
    return code !== null && code.predefined && this.#isAlive(code);
  }

  /** The address that the user's code was mailed to. */
  async mailedTo(tx: Tx, sub: string): Promise<string | null> {
    return (await tx.lock(ActivationCode, { sub }))?.mailedTo ?? null;
  }

  /** Describes the user's code, without its hash. */
  async codeInfo(sub: string): Promise<CodeInfo | null> {
    const select = { sub: true, predefined: true, expiresAt: true, wrongTries: true, usedWith: true } as const;
    const code = await this.rows.findOne({ select, where: { sub } });
    if (!code) return null;
    const { predefined, expiresAt, wrongTries, usedWith } = code;
    return { predefined, expiresAt: expiresAt.toISOString(), wrongTries, used: usedWith !== null };
  }

  drop(tx: Tx, sub: string): void {
    tx.removeAll(ActivationCode, { sub });
  }

  /**
   * Checks a code, and counts the attempt if it fails. `credentialId` is the credential to activate. A client that lost
   * the response may send the same request again, and then gets `repeated`. If the user has no code, the same
   * statements are executed, so that the response time does not reveal this.
   */
  async redeem(tx: Tx, sub: string, code: string, credentialId: string): Promise<'fits' | 'repeated' | 'wrong'> {
    const kept = await tx.lock(ActivationCode, { sub });
    const fits = this.#matches(kept?.codeHash ?? this.#decoy, sub, code);
    if (kept && fits && kept.usedWith === credentialId) return 'repeated';
    const redeemed = kept !== null && fits && this.#isAlive(kept);
    await tx.rows(redeemed ? USE : COUNT_WRONG, [sub, credentialId]);
    return redeemed ? 'fits' : 'wrong';
  }

  /** Compares the typed code with the stored hash, both unchanged and with common typing errors corrected. */
  #matches(hash: string, sub: string, code: string): boolean {
    const matching = [code, asTyped(code)].map((typed) => this.index.matches(hash, scoped(sub, typed), PURPOSE));
    return matching.includes(true);
  }

  async #keep(
    tx: Tx,
    codes: readonly PredefinedCode[],
    { predefined, mailedTo }: Origin,
    seconds = CODE_DAYS * DAY_SECONDS,
  ): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + seconds * 1_000);
    const hashes = codes.map(({ sub, code }) => this.#hash(sub, code));
    await tx.rows(KEEP, [codes.map(({ sub }) => sub), hashes, predefined, expiresAt, mailedTo]);
  }

  #isAlive({ usedWith, wrongTries, expiresAt }: ActivationCode): boolean {
    return usedWith === null && wrongTries < WRONG_TRIES && expiresAt > this.clock.now();
  }

  #hash(sub: string, code: string): string {
    return this.index.hash(scoped(sub, code), PURPOSE);
  }
}

const scoped = (sub: string, code: string): string => JSON.stringify([sub, code]);

const KEEP = `
  INSERT INTO users.activation_code (sub, code_hash, predefined, expires_at, mailed_to)
  SELECT sub, hash, $3, $4, $5 FROM unnest($1::uuid[], $2::text[]) AS given (sub, hash)
  ON CONFLICT (sub) DO UPDATE
  SET code_hash = excluded.code_hash, predefined = excluded.predefined, expires_at = excluded.expires_at,
      mailed_to = excluded.mailed_to, wrong_tries = 0, used_with = NULL`;

/**
 * Marks the code as used. It has the same condition on `used_with` as `COUNT_WRONG`, so that both statements take
 * equally long.
 */
const USE = 'UPDATE users.activation_code SET used_with = $2 WHERE sub = $1 AND used_with IS NULL';

/**
 * Counts a failed attempt. Has the same structure as `USE`, and is executed even if the user has no code, so that the
 * response time reveals nothing.
 */
const COUNT_WRONG = `
  UPDATE users.activation_code SET wrong_tries = wrong_tries + 1
  WHERE sub = $1 AND used_with IS NULL AND $2::text IS NOT NULL`;
