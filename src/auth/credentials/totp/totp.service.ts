import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../../../audit/contract/index.js';
import { Clock, Tenant } from '../../../shared/kernel/index.js';
import { Database, type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { Sealer } from '../../../shared/security/index.js';
import { AccountNotices, type UserRef } from '../../../users/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { AddressLimit, LoginTries } from '../tries/login-tries.service.js';
import { Totp } from './totp.entity.js';
import { base32, otpauthUri, stepOf } from './totp.js';

/** The result of checking a code. */
export type CodeOutcome = 'right' | 'wrong' | 'tooSoon';

/** An authenticator app that is being set up. It is stored only after a code has confirmed it. */
export interface NewTotp {
  /** The encrypted secret, which the confirming form sends back. */
  readonly sealed: string;
  /** The secret as text, for people who cannot scan the QR code. */
  readonly key: string;
  readonly uri: string;
}

const SETUP_SECONDS = 600;

/** Sets up authenticator apps and checks their codes (RFC 6238). */
@Injectable()
export class TotpFactor {
  constructor(
    @InjectRepository(Totp) private readonly rows: Repository<Totp>,
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly tries: LoginTries,
    private readonly addresses: AddressLimit,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
  ) {}

  async of(sub: string): Promise<Pick<Totp, 'createdAt' | 'lastUsedAt'> | undefined> {
    const select = { sub: true, createdAt: true, lastUsedAt: true } as const;
    return (await this.rows.findOne({ select, where: { sub } })) ?? undefined;
  }

  has(sub: string): Promise<boolean> {
    return this.rows.existsBy({ sub });
  }

  /** Accepts each code only once, even if two processes receive it at the same time. */
  async attempt({ sub, enterpriseId, test }: UserRef, code: string): Promise<CodeOutcome> {
    const outcome = await this.#counted(sub, async () => {
      const kept = await this.rows.findOneBy({ sub });
      const secret = kept && this.#secretOf(kept);
      const step = secret && stepOf(code, secret, this.#now(), kept.lastStep);
      return step !== undefined && step !== null && (await this.db.rows(USE, [sub, step])).length > 0;
    });
    await this.audit.record({
      kind: 'auth.factor-proven',
      outcome: outcome === 'right' ? 'done' : 'refused',
      tenant: Tenant.of(enterpriseId, test),
      subject: sub,
      details: { by: 'totp', ...(outcome !== 'right' && { because: outcome === 'wrong' ? 'wrong' : 'too-soon' }) },
    });
    return outcome;
  }

  /**
   * Begins the setup of an app with a new secret. With `sealed`, the encrypted secret from an earlier call, shows the
   * same secret again.
   */
  begin({ sub, userId }: UserRef, issuer: string, sealed?: string): NewTotp {
    const shown = sealed === undefined ? undefined : this.#opened(sub, sealed);
    const { secret, until } = shown ?? { secret: randomBytes(20), until: this.#now() + SETUP_SECONDS };
    const kept = { secret: secret.toString('base64url'), until };
    return {
      sealed: this.sealer.sealJson(kept, setupOf(sub)).toString('base64url'),
      key: base32(secret),
      uri: otpauthUri(issuer, userId, secret),
    };
  }

  /**
   * Stores the app if the code proves that the app has the secret. A user can have only one app. `first` runs in the
   * same transaction and may refuse by returning false.
   */
  async confirm(
    { sub, enterpriseId, test }: UserRef,
    sealed: string,
    code: string,
    first: (tx: Tx) => Promise<boolean> = allowed,
  ): Promise<CodeOutcome> {
    const secret = this.#opened(sub, sealed)?.secret;
    const now = this.clock.now();
    let step: number | undefined;
    const outcome = await this.#counted(sub, () => {
      step = secret && stepOf(code, secret, now.getTime() / 1000, 0);
      return Promise.resolve(step !== undefined);
    });
    if (outcome !== 'right' || !secret) return outcome;
    const added = await this.uow.run(async (tx) => {
      if (!(await first(tx))) return false;
      const row = [sub, this.sealer.seal(secret, Totp.sealContext(sub)), step, now];
      if ((await tx.rows(ADD, row)).length === 0) return false;
      this.#tell(tx, { sub, enterpriseId, test }, 'totpAdded', 'user');
      return true;
    });
    return added ? 'right' : 'wrong';
  }

  remove(ref: Pick<UserRef, 'sub' | 'enterpriseId' | 'test'>, by: 'user' | 'enterprise'): Promise<boolean> {
    return this.uow.run(async (tx) => {
      if ((await tx.manager.delete(Totp, { sub: ref.sub })).affected !== 1) return false;
      this.#tell(tx, ref, 'totpRemoved', by);
      return true;
    });
  }

  #tell(
    tx: Tx,
    { sub, enterpriseId, test }: Pick<UserRef, 'sub' | 'enterpriseId' | 'test'>,
    change: 'totpAdded' | 'totpRemoved',
    by: 'user' | 'enterprise',
  ): void {
    const kind = change === 'totpAdded' ? 'auth.totp-added' : 'auth.totp-removed';
    tx.pending.audit.push({ kind, tenant: Tenant.of(enterpriseId, test), subject: sub, details: { by } });
    tx.record(new CredentialsChanged({ sub, enterpriseId, change, by }));
    this.notices.tell(tx, sub, change);
  }

  /** Counts failed codes separately from failed passwords, so a correct password does not reset the counter. */
  async #counted(sub: string, isRight: () => Promise<boolean>): Promise<CodeOutcome> {
    return this.addresses.countFailures(
      async () => {
        const begun = await this.tries.beginCode(sub);
        if (!begun) return 'tooSoon';
        return (await this.tries.settle(begun, isRight)) ? 'right' : 'wrong';
      },
      (outcome) => outcome === 'right',
    );
  }

  #secretOf({ sub, sealedSecret }: Totp): Buffer | undefined {
    try {
      return this.sealer.open(sealedSecret, Totp.sealContext(sub));
    } catch {
      return undefined; // the secret was altered in the database
    }
  }

  #opened(sub: string, sealed: string): { secret: Buffer; until: number } | undefined {
    try {
      const { secret, until } = this.sealer.openJson(Buffer.from(sealed, 'base64url'), setupOf(sub)) as never;
      return until > this.#now() ? { secret: Buffer.from(secret, 'base64url'), until } : undefined;
    } catch {
      return undefined; // the secret belongs to another user, or is forged
    }
  }

  #now(): number {
    return this.clock.now().getTime() / 1000;
  }
}

const allowed = (): Promise<boolean> => Promise.resolve(true);

const setupOf = (sub: string): string => `auth/totp-setup:${sub}`;

const USE = 'UPDATE auth.totp SET last_step = $2, last_used_at = now() WHERE sub = $1 AND last_step < $2 RETURNING 1';

const ADD = `
  INSERT INTO auth.totp (sub, sealed_secret, last_step, created_at, last_used_at) VALUES ($1, $2, $3, $4, $4)
  ON CONFLICT DO NOTHING RETURNING 1`;
