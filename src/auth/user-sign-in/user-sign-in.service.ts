import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { AccountNotices, UserDirectory, UserErrors, type UserCard, type UserRef } from '../../users/contract/index.js';
import { AccountApplications, type ListedApplication } from '../account/account-applications.service.js';
import { AccountSessions, type ListedSession } from '../account/account-sessions.service.js';
import { CredentialsChanged, SessionsEnded } from '../contract/index.js';
import { LoginTries, type ListedTries } from '../credentials/tries/login-tries.service.js';
import type { Passkey } from '../credentials/passkeys/passkey.entity.js';
import { PasskeyStore } from '../credentials/passkeys/passkey.store.js';
import type { Totp } from '../credentials/totp/totp.entity.js';
import { SecondFactors } from '../credentials/second-factors.service.js';
import { type KeptCodes, RecoveryCodes } from '../credentials/recovery-codes/recovery-codes.service.js';
import { FactorRecoveries } from '../credentials/lost-factor/factor-recoveries.service.js';
import type { FactorRecovery } from '../credentials/lost-factor/factor-recovery.entity.js';
import { TotpFactor } from '../credentials/totp/totp.service.js';
import { PasswordStore } from '../credentials/passwords/password.store.js';

export interface HeldCredentials {
  readonly passwordSetAt: Date | undefined;
  readonly passkeys: readonly Passkey[];
  readonly totp: Pick<Totp, 'createdAt' | 'lastUsedAt'> | undefined;
  readonly recoveryCodes: KeptCodes | undefined;
  readonly factorRecovery: FactorRecovery | undefined;
  readonly tries: readonly ListedTries[];
}

/**
 * Shows operators and clients how a user signs in. To help the user, they can end sessions, remove factors and revoke
 * grants. The audit log records each change.
 */
@Injectable()
export class UserSignIn {
  constructor(
    private readonly users: UserDirectory,
    private readonly sessions: AccountSessions,
    private readonly applications: AccountApplications,
    private readonly passwords: PasswordStore,
    private readonly passkeys: PasskeyStore,
    private readonly totp: TotpFactor,
    private readonly codes: RecoveryCodes,
    private readonly recoveries: FactorRecoveries,
    private readonly seconds: SecondFactors,
    private readonly tries: LoginTries,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async sessionsOf(tenant: Tenant, userId: string): Promise<ListedSession[]> {
    return this.sessions.list({ user: await this.#user(tenant, userId) });
  }

  async endSession(tenant: Tenant, userId: string, id: string): Promise<void> {
    const user = await this.#user(tenant, userId);
    const { sub } = user.ref;
    await this.uow.run(async (tx) => {
      if (!(await this.sessions.end({ user }, id))) throw KernelErrors.notFound('There is no such session');
      tx.pending.audit.push({ kind: 'auth.session-ended', tenant, subject: sub, details: { by: 'enterprise' } });
    });
  }

  /** Ends all sessions and revokes all grants, including those meant to outlast a session. */
  async endAllSessions(tenant: Tenant, userId: string): Promise<void> {
    const user = await this.#user(tenant, userId);
    const { sub, enterpriseId, test } = user.ref;
    await this.uow.run(async (tx) => {
      await this.sessions.endOthers({ user, session: undefined }, { by: 'enterprise' });
      tx.record(new SessionsEnded({ sub, enterpriseId, test, by: 'enterprise' }));
      tx.pending.audit.push({ kind: 'auth.sessions-ended', tenant, subject: sub, details: { by: 'enterprise' } });
    });
  }

  async applicationsOf(tenant: Tenant, userId: string): Promise<ListedApplication[]> {
    return this.applications.list((await this.#user(tenant, userId)).ref);
  }

  async endApplication(tenant: Tenant, userId: string, clientId: string): Promise<void> {
    const { ref } = await this.#user(tenant, userId);
    if (await this.applications.end(ref, clientId, 'enterprise')) return;
    throw KernelErrors.notFound('The application has no access for this user');
  }

  async credentialsOf(tenant: Tenant, userId: string): Promise<HeldCredentials> {
    const { sub } = (await this.#user(tenant, userId)).ref;
    const [passwordSetAt, passkeys, totp, recoveryCodes, factorRecovery, tries] = await Promise.all([
      this.passwords.setAt(sub),
      this.passkeys.of(sub),
      this.totp.of(sub),
      this.codes.of(sub),
      this.recoveries.openOf(sub),
      this.tries.of(sub),
    ]);
    return { passwordSetAt, passkeys, totp, recoveryCodes, factorRecovery, tries };
  }

  /**
   * Removes a passkey, even the last one, because the device may have been stolen. The status RESET then gives the user
   * a new way to sign in. `ifLast` is called if only the password is left, and may throw to refuse the removal.
   */
  async removePasskey(tenant: Tenant, userId: string, id: string, ifLast: () => void): Promise<void> {
    await this.#change(tenant, userId, 'auth.passkey-removed', async (tx, { sub, enterpriseId }) => {
      if (!(await this.passkeys.remove(tx, sub, id))) throw KernelErrors.notFound('There is no such passkey');
      if (await this.seconds.leavesPasswordAlone(tx, sub)) ifLast();
      tx.record(new CredentialsChanged({ sub, enterpriseId, change: 'passkeyRemoved', by: 'enterprise' }));
      this.notices.tell(tx, sub, 'passkeyRemoved');
    });
  }

  /**
   * Removes the authenticator app. `ifLast` is called if only the password is left, and may throw to refuse the
   * removal.
   */
  async removeTotp(tenant: Tenant, userId: string, ifLast: () => void): Promise<void> {
    const { ref } = await this.#user(tenant, userId);
    await this.uow.run(async (tx) => {
      const removed = await this.totp.remove(ref, 'enterprise');
      if (!removed) throw KernelErrors.notFound('The user has no authenticator app');
      if (await this.seconds.leavesPasswordAlone(tx, ref.sub)) ifLast();
    });
  }

  async removeRecoveryCodes(tenant: Tenant, userId: string): Promise<void> {
    const { ref } = await this.#user(tenant, userId);
    if (!(await this.codes.remove(ref))) throw KernelErrors.notFound('The user has no recovery codes');
  }

  async stopFactorRecovery(tenant: Tenant, userId: string): Promise<void> {
    const { ref } = await this.#user(tenant, userId);
    if (await this.recoveries.stop(ref.sub, 'enterprise')) return;
    throw KernelErrors.notFound('No second factor of the user is being replaced');
  }

  async forgetTries(tenant: Tenant, userId: string): Promise<void> {
    await this.#change(tenant, userId, 'auth.login-tries-forgotten', (tx, { sub }) => this.tries.forget(tx, sub));
  }

  async noteView(tenant: Tenant, userId: string): Promise<void> {
    const { sub } = (await this.#user(tenant, userId)).ref;
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub, details: { what: 'sign-in' } });
  }

  async #change(tenant: Tenant, userId: string, kind: string, change: (tx: Tx, ref: UserRef) => Promise<void>) {
    const { ref } = await this.#user(tenant, userId);
    await this.uow.run(async (tx) => {
      await change(tx, ref);
      tx.pending.audit.push({ kind, tenant, subject: ref.sub, details: { by: 'enterprise' } });
    });
  }

  /** Finds the user by the id that the enterprise has chosen. Other login names are not accepted. */
  async #user(tenant: Tenant, userId: string): Promise<UserCard> {
    const user = await this.users.findByLogin(tenant, userId);
    if (user?.ref.userId !== userId) throw UserErrors.notFound(`There is no user ${userId}`);
    return user;
  }
}
