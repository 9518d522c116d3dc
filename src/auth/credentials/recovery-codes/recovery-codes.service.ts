import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, type Repository } from 'typeorm';
import { AuditLog } from '../../../audit/contract/index.js';
import { Clock, Tenant } from '../../../shared/kernel/index.js';
import { advisoryLocks, type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import { AccountNotices, type UserRef } from '../../../users/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { base32 } from '../totp/totp.js';
import type { CodeOutcome } from '../totp/totp.service.js';
import { AddressLimit, LoginTries } from '../tries/login-tries.service.js';
import { RecoveryCode } from './recovery-code.entity.js';

export const CODES = 10;
const LENGTH = 10;
const PURPOSE = 'auth/recovery-code';

export interface KeptCodes {
  readonly createdAt: Date;
  readonly left: number;
  readonly lastUsedAt: Date | undefined;
}

type Owner = Pick<UserRef, 'sub' | 'enterpriseId' | 'test'>;

/**
 * Manages ten recovery codes per user, each of which can be used once in place of a lost second factor. The codes are
 * shown once and stored as keyed hashes.
 */
@Injectable()
export class RecoveryCodes {
  constructor(
    @InjectRepository(RecoveryCode) private readonly rows: Repository<RecoveryCode>,
    private readonly uow: UnitOfWork,
    private readonly index: BlindIndex,
    private readonly clock: Clock,
    private readonly tries: LoginTries,
    private readonly addresses: AddressLimit,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
  ) {}

  /** The state of the user's recovery codes. Undefined if the user has none. */
  async of(sub: string): Promise<KeptCodes | undefined> {
    const kept = await this.rows.findBy({ sub });
    const [first] = kept;
    const uses = kept.flatMap(({ usedAt }) => usedAt ?? []).sort((one, other) => one.getTime() - other.getTime());
    return first && { createdAt: first.createdAt, left: kept.length - uses.length, lastUsedAt: uses.at(-1) };
  }

  has(sub: string): Promise<boolean> {
    return this.rows.existsBy({ sub, usedAt: IsNull() });
  }

  /** Creates new codes and deletes the previous ones. Of two concurrent calls, the codes of the later one are kept. */
  async renew(user: Owner): Promise<string[]> {
    const codes = Array.from({ length: CODES }, () => base32(randomBytes(8)).slice(0, LENGTH));
    const createdAt = this.clock.now();
    await this.uow.run(async (tx) => {
      tx.send('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.recoveryCodesOfUser, user.sub]);
      await tx.manager.delete(RecoveryCode, { sub: user.sub });
      const rows = codes.map((code) => ({ codeHash: this.#hash(user.sub, code), sub: user.sub, createdAt }));
      await tx.manager.insert(RecoveryCode, rows);
      this.#tell(tx, user, 'recoveryCodesMade', 'user');
    });
    return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
  }

  /** Accepts each code only once, even if two processes receive it. The user is notified by mail and on the phone. */
  async attempt(user: UserRef, typed: string): Promise<CodeOutcome> {
    const code = typed
      .toUpperCase()
      .replaceAll(/[\s-]/g, '')
      .slice(0, 2 * LENGTH);
    const outcome = await this.addresses.countFailures<CodeOutcome>(
      async () => {
        const begun = await this.tries.beginCode(user.sub);
        if (!begun) return 'tooSoon';
        return (await this.tries.settle(begun, () => this.#use(user, code))) ? 'right' : 'wrong';
      },
      (result) => result === 'right',
    );
    const because = outcome === 'wrong' ? 'wrong' : 'too-soon';
    await this.audit.record({
      kind: 'auth.factor-proven',
      outcome: outcome === 'right' ? 'done' : 'refused',
      tenant: Tenant.of(user.enterpriseId, user.test),
      subject: user.sub,
      details: { by: 'recoveryCode', ...(outcome !== 'right' && { because }) },
    });
    return outcome;
  }

  remove(user: Owner): Promise<boolean> {
    return this.uow.run(async (tx) => {
      if (!(await tx.manager.delete(RecoveryCode, { sub: user.sub })).affected) return false;
      this.#tell(tx, user, 'recoveryCodesRemoved', 'enterprise');
      return true;
    });
  }

  #use(user: UserRef, code: string): Promise<boolean> {
    const hashes = this.index.candidates(valueOf(user.sub, code), PURPOSE);
    return this.uow.run(async (tx) => {
      const used = await tx.rows(USE, [hashes, user.sub]);
      if (used.length === 0) return false;
      this.#tell(tx, user, 'recoveryCodeUsed', 'user');
      return true;
    });
  }

  #hash(sub: string, code: string): string {
    return this.index.hash(valueOf(sub, code), PURPOSE);
  }

  #tell(
    tx: Tx,
    { sub, enterpriseId, test }: Owner,
    change: 'recoveryCodesMade' | 'recoveryCodeUsed' | 'recoveryCodesRemoved',
    by: 'user' | 'enterprise',
  ): void {
    tx.pending.audit.push({
      kind: KINDS[change],
      tenant: Tenant.of(enterpriseId, test),
      subject: sub,
      details: { by },
    });
    tx.record(new CredentialsChanged({ sub, enterpriseId, change, by }));
    this.notices.tell(tx, sub, change);
  }
}

const KINDS = {
  recoveryCodesMade: 'auth.recovery-codes-made',
  recoveryCodeUsed: 'auth.recovery-code-used',
  recoveryCodesRemoved: 'auth.recovery-codes-removed',
} as const;

/** The value to hash. It includes the user's id, so that a code works for its own user only. */
const valueOf = (sub: string, code: string): string => `${sub}:${code}`;

const USE = `
  UPDATE auth.recovery_code SET used_at = now()
  WHERE code_hash = ANY ($1) AND sub = $2 AND used_at IS NULL RETURNING code_hash`;
