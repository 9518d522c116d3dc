import { Injectable } from '@nestjs/common';
import { Clock, secretDigest } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { type RateLimiter, SharedLimits } from '../../../shared/security/index.js';
import { AccountNotices, Enterprises, type UserRef } from '../../../users/contract/index.js';
import { IdentityChecks } from '../../contract/index.js';
import type { SessionOrigin } from '../../sessions/session-origins.service.js';
import { FactorRecovery } from './factor-recovery.entity.js';
import { FactorRecoveryRepository } from './factor-recovery.repository.js';

export const FOLLOW_FACTOR_RECOVERY = 'auth/follow-factor-recovery';

const MOST_A_DAY = 3;
const DAY = 86_400;

/**
 * The state of the replacement of a lost second factor, as shown to one browser. `elsewhere`: another browser began the
 * replacement.
 */
export type ShownRecovery =
  | { readonly state: 'checking' | 'refused' | 'ready' | 'elsewhere' }
  | { readonly state: 'waiting'; readonly readyAt: Date };

export interface BeginningRecovery {
  readonly clientId: string;
  readonly redirectUrl: string;
  /** The secret in the browser's cookie, which binds the replacement to that browser. */
  readonly browser: string;
  readonly origin: SessionOrigin;
}

export type BegunRecovery = { readonly url: string } | { readonly refused: 'tooMany' | 'waits' | 'notOffered' };

export type StoppedBy = 'user' | 'phone' | 'mail' | 'enterprise';

/** Replaces a user's lost second factor, after an identity check and a waiting period. */
@Injectable()
export class FactorRecoveries {
  readonly #perDay: RateLimiter;

  constructor(
    private readonly rows: FactorRecoveryRepository,
    private readonly checks: IdentityChecks,
    private readonly enterprises: Enterprises,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    limits: SharedLimits,
  ) {
    this.#perDay = limits.limiter({ name: 'factor-recovery', burst: MOST_A_DAY, perSecond: MOST_A_DAY / DAY });
  }

  /** The waiting period before a replacement, in hours. Undefined if the user must contact the enterprise instead. */
  async offeredTo(user: UserRef): Promise<number | undefined> {
    const { factorRecovery, factorRecoveryHours } = (await this.#rulesOf(user)) ?? {};
    return factorRecovery === 'identity' && (await this.checks.isOffered(user)) ? factorRecoveryHours : undefined;
  }

  async openOf(sub: string): Promise<FactorRecovery | undefined> {
    const latest = await this.rows.latest(sub);
    return latest?.isOpen(this.clock.now()) ? latest : undefined;
  }

  async shownTo(sub: string, browser: string | undefined): Promise<ShownRecovery | undefined> {
    const now = this.clock.now();
    const latest = await this.rows.latest(sub);
    if (!latest || latest.endsAt <= now) return undefined;
    const isHere = browser !== undefined && secretDigest(browser) === latest.browserHash;
    if (latest.state === 'REFUSED') return isHere ? { state: 'refused' } : undefined;
    if (!latest.isOpen(now)) return undefined;
    if (latest.readyAt === null) return isHere ? { state: 'checking' } : undefined;
    if (!isHere) return { state: 'elsewhere' };
    return latest.isReady(now) ? { state: 'ready' } : { state: 'waiting', readyAt: latest.readyAt };
  }

  /**
   * Starts an identity check. An earlier replacement ends if its check has not succeeded yet. If it has succeeded, the
   * call is refused: the user must complete or stop that replacement first.
   */
  async begin(user: UserRef, { browser, origin, clientId, redirectUrl }: BeginningRecovery): Promise<BegunRecovery> {
    if ((await this.offeredTo(user)) === undefined) return { refused: 'notOffered' };
    if ((await this.openOf(user.sub))?.state === 'WAITING') return { refused: 'waits' };
    if (!(await this.#perDay.takeShared(user.sub)).allowed) return { refused: 'tooMany' };
    const { sessionId: checkId, url } = await this.checks.open(user, { clientId, redirectUrl });
    const asked = { checkId, clientId, browserHash: secretDigest(browser), origin };
    return this.uow.run(async (tx): Promise<BegunRecovery> => {
      const before = await this.rows.lockOpen(tx, user.sub);
      if (before?.state === 'WAITING' && before.isOpen(this.clock.now())) return { refused: 'waits' };
      before?.stop();
      if (before) await tx.save(before);
      const recovery = FactorRecovery.begin(user, asked, this.clock.now());
      await tx.add(recovery);
      note(tx, recovery, 'auth.factor-recovery-begun', { clientId });
      return { url };
    });
  }

  /**
   * Called at the end of the identity check. If the check succeeded, the waiting period begins and the user is notified
   * on all channels.
   */
  async followCheck(tx: Tx, checkId: string, isVerified: boolean): Promise<void> {
    const recovery = await this.rows.lockOfCheck(tx, checkId);
    if (recovery?.state !== 'CHECKING' || !recovery.isOpen(this.clock.now())) return;
    const hours = (await this.#rulesOf(recovery))?.factorRecoveryHours;
    if (!isVerified || hours === undefined) recovery.refuse();
    else recovery.confirm(hours, this.clock.now());
    await tx.save(recovery);
    const { id, readyAt, sub } = recovery;
    note(tx, recovery, 'auth.factor-recovery-confirmed', {}, readyAt ? 'done' : 'refused');
    if (!readyAt) return;
    this.notices.tellOfReplacement(tx, sub, { id, readyAt });
    const jobs = [{ step: 'begun' }, { step: 'ready', dueAt: readyAt }] as const;
    for (const { step, ...due } of jobs) {
      tx.pending.jobs.push({ kind: FOLLOW_FACTOR_RECOVERY, payload: { id, step }, dedupeKey: `${id}/${step}`, ...due });
    }
  }

  /**
   * Stops the user's replacement. Returns false if none is open, or if the open one has a different id from the given
   * one.
   */
  stop(sub: string, by: StoppedBy, id?: string): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const recovery = await this.rows.lockOpen(tx, sub);
      if (!recovery?.isOpen(this.clock.now()) || (id !== undefined && recovery.id !== id)) return false;
      const wasTold = recovery.readyAt !== null;
      recovery.stop();
      await tx.save(recovery);
      note(tx, recovery, 'auth.factor-recovery-stopped', { by });
      if (wasTold) this.notices.tell(tx, sub, 'factorRecoveryStopped');
      this.#endQuestion(tx, recovery);
      return true;
    });
  }

  /**
   * Completes the replacement. The caller stores the new factor in the same transaction. Returns undefined if this
   * browser has no replacement whose waiting period has ended.
   */
  async replace(tx: Tx, sub: string, browser: string | undefined): Promise<FactorRecovery | undefined> {
    const recovery = await this.rows.lockOpen(tx, sub);
    const now = this.clock.now();
    if (!recovery?.isReady(now) || browser === undefined) return undefined;
    if (recovery.browserHash !== secretDigest(browser)) return undefined;
    recovery.replace(now);
    await tx.save(recovery);
    this.#endQuestion(tx, recovery);
    return recovery;
  }

  #endQuestion(tx: Tx, { id }: FactorRecovery): void {
    const payload = { id, step: 'over' };
    tx.pending.jobs.push({ kind: FOLLOW_FACTOR_RECOVERY, payload, dedupeKey: `${id}/over` });
  }

  async #rulesOf({ enterpriseId }: Pick<UserRef, 'enterpriseId'>) {
    return (await this.enterprises.find(enterpriseId))?.signIn;
  }
}

function note(
  tx: Tx,
  { tenant, sub: subject }: FactorRecovery,
  kind: string,
  details: Readonly<Record<string, string>>,
  outcome: 'done' | 'refused' = 'done',
): void {
  tx.pending.audit.push({ kind, outcome, tenant, subject, details });
}
