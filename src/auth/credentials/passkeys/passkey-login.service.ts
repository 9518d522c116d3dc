import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../../audit/contract/index.js';
import { Tenant } from '../../../shared/kernel/index.js';
import { UserActivity, UserDirectory, type UserCard } from '../../../users/contract/index.js';
import { AddressLimit } from '../tries/login-tries.service.js';
import { otherModeNote } from '../other-mode.js';
import { assertionIn } from './attestations.service.js';
import { PasskeyAssertions } from './passkey-assertions.service.js';
import { PasskeyStore } from './passkey.store.js';

export interface PasskeyAttempt {
  readonly tenant: Tenant;
  /** The sign-in in progress, or the session, that the challenge was issued to. */
  readonly boundTo: string;
  /** The authenticator's response, as JSON. */
  readonly response: string;
}

/** Logs users in by passkey. The id of a passkey identifies its user. */
@Injectable()
export class PasskeyLogin {
  readonly #log = new Logger(PasskeyLogin.name);

  constructor(
    private readonly assertions: PasskeyAssertions,
    private readonly passkeys: PasskeyStore,
    private readonly users: UserDirectory,
    private readonly addresses: AddressLimit,
    private readonly activity: UserActivity,
    private readonly audit: AuditLog,
  ) {}

  options(boundTo: string) {
    return this.assertions.options({ ceremony: 'login', boundTo });
  }

  attempt(attempt: PasskeyAttempt): Promise<UserCard | undefined> {
    return this.addresses.countFailures(
      () => this.#attempt(attempt),
      (user) => user !== undefined,
    );
  }

  async #attempt({ tenant, boundTo, response }: PasskeyAttempt): Promise<UserCard | undefined> {
    const answer = assertionIn(response);
    const passkey = answer && (await this.passkeys.find(answer.id));
    const user = passkey && (await this.users.find(passkey.sub));
    const place = { ceremony: 'login', boundTo } as const;
    const proven = answer && passkey ? await this.assertions.isProven(answer, passkey, place) : false;
    const admitted =
      proven && user?.status === 'ACTIVE' && tenant.equals(Tenant.of(user.ref.enterpriseId, user.ref.test));
    const isOfOtherMode =
      user !== undefined && tenant.enterpriseId === user.ref.enterpriseId && tenant.test !== user.ref.test;
    await this.#record(tenant, user, admitted, proven && isOfOtherMode);
    if (!admitted) return undefined;
    this.activity.touch(user.ref.sub);
    return user;
  }

  /**
   * The id of the passkey in the authenticator's response, if that passkey is not stored here: it was removed, but the
   * authenticator still offers it.
   */
  async orphanIn(response: string): Promise<string | undefined> {
    const id = assertionIn(response)?.id;
    return id === undefined || (await this.passkeys.find(id)) ? undefined : id;
  }

  #record(tenant: Tenant, user: UserCard | undefined, admitted: boolean, isOfOtherMode: boolean): Promise<void> {
    if (isOfOtherMode) this.#log.warn(otherModeNote(tenant), 'A login was refused');
    const outcome = admitted ? 'done' : 'refused';
    const subject = user?.ref.sub;
    const details = { by: 'passkey', ...(isOfOtherMode && { because: 'other-mode' }) };
    return this.audit.record({ kind: 'auth.user-logged-in', outcome, tenant, subject, details });
  }
}
