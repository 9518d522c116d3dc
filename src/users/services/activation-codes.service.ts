import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import { asTyped, CODE_DAYS, newActivationCode, WRONG_TRIES } from '../domain/activation-code.js';
import { ActivationCode } from '../entities/activation-code.entity.js';

const PURPOSE = 'users/activation-code';
const DAY_MS = 86_400_000;

/** The codes by which users first prove that they own what the enterprise has on record. */
@Injectable()
export class ActivationCodes {
  constructor(
    private readonly index: BlindIndex,
    private readonly clock: Clock,
  ) {}

  /** A new code, which replaces any before. The answer is the only place where it can be read. */
  async issue(tx: Tx, sub: string): Promise<string> {
    const code = newActivationCode();
    await this.keep(tx, sub, code);
    return code;
  }

  async keep(tx: Tx, sub: string, code: string): Promise<void> {
    const expiresAt = new Date(this.clock.now().getTime() + CODE_DAYS * DAY_MS);
    await tx.rows(
      `INSERT INTO users.activation_code (sub, code_hash, expires_at) VALUES ($1, $2, $3)
       ON CONFLICT (sub) DO UPDATE
       SET code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0, used_with = NULL`,
      [sub, this.#hash(sub, code), expiresAt],
    );
  }

  async isWaiting(tx: Tx, sub: string): Promise<boolean> {
    const code = await tx.lock(ActivationCode, { sub });
    return code !== null && this.#isAlive(code);
  }

  async drop(tx: Tx, sub: string): Promise<void> {
    await tx.rows('DELETE FROM users.activation_code WHERE sub = $1', [sub]);
  }

  /**
   * Tries a code, counting a wrong one. `credentialId` names the credential to be activated: the same activation
   * repeated, after an answer that was lost, is answered the same.
   */
  async redeem(tx: Tx, sub: string, code: string, credentialId: string): Promise<'fits' | 'repeated' | 'wrong'> {
    const kept = await tx.lock(ActivationCode, { sub });
    if (!kept) return 'wrong';
    const fits = [code, asTyped(code)].some((typed) => this.index.matches(kept.codeHash, scoped(sub, typed), PURPOSE));
    if (kept.usedWith !== null) return fits && kept.usedWith === credentialId ? 'repeated' : 'wrong';
    if (!this.#isAlive(kept)) return 'wrong';
    if (fits) kept.usedWith = credentialId;
    else kept.wrongTries += 1;
    await tx.save(kept);
    return fits ? 'fits' : 'wrong';
  }

  #isAlive({ usedWith, wrongTries, expiresAt }: ActivationCode): boolean {
    return usedWith === null && wrongTries < WRONG_TRIES && expiresAt > this.clock.now();
  }

  #hash(sub: string, code: string): string {
    return this.index.hash(scoped(sub, code), PURPOSE);
  }
}

const scoped = (sub: string, code: string): string => JSON.stringify([sub, code]);
