import { Injectable } from '@nestjs/common';
import { OutboxRelay } from '../../shared/events/index.js';
import { Clock, DomainError, KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { alreadyHolds, refusedVerb, statusVerbs, type StatusVerb } from '../user/user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import type { User, UserChanges } from '../user/user.entity.js';
import { vouched } from './enrolment.service.js';
import { ErasedIds } from './erased-ids.service.js';
import { AddressChanges } from '../addresses/address-changes.service.js';
import { AskedNotices } from '../notices/send-account-notice.job.js';
import { ActivationInvitations } from './activation-invitations.service.js';
import { UserRepository } from '../user/user.repository.js';

/** The use cases for managing one user. Each public method is one use case and one transaction. */
@Injectable()
export class UsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly erasedIds: ErasedIds,
    private readonly consequences: ActivationInvitations,
    private readonly notices: AskedNotices,
    private readonly addresses: AddressChanges,
    private readonly relay: OutboxRelay,
    private readonly clock: Clock,
  ) {}

  find(tenant: Tenant, userId: string): Promise<User> {
    return this.users.get(tenant, userId);
  }

  /**
   * Changes a user's status. If the required identity verification is missing, delivers the user's pending events and
   * tries again: the verification may already be committed, but its event not yet handled.
   */
  async changeStatus(tenant: Tenant, userId: string, verb: StatusVerb, comments?: string): Promise<User> {
    try {
      return await this.#changeStatus(tenant, userId, verb, comments);
    } catch (error) {
      if (!(error instanceof DomainError) || error.extra['when'] !== 'idvVerified') throw error;
      await this.relay.deliverAbout((await this.find(tenant, userId)).sub);
      return this.#changeStatus(tenant, userId, verb, comments);
    }
  }

  correct(tenant: Tenant, userId: string, changes: UserChanges): Promise<User> {
    return this.uow.run(async (tx) => {
      const user = await this.#lock(tx, tenant, userId);
      if (user.status === 'DELETED') throw UserErrors.deleted();
      const { loginId: before, emailId, emailVerified } = user;
      const isElsewhere = user.correct(changes, this.clock.now());
      if (changes.emailVerified === true && user.emailId === null) throw noAddress();
      if (isElsewhere && user.codesHeldUntil !== null) {
        if (emailId !== null) this.notices.tell(tx, user.sub, 'contactChanged', emailId);
        if (emailId !== user.emailId) await this.addresses.impose(tx, user, { emailId, emailVerified });
      }
      await this.#rename(tx, user, before);
      await this.users.save(tx, user);
      tx.pending.audit.push({
        kind: 'users.user-corrected',
        tenant,
        subject: user.sub,
        details: { fields: Object.keys(changes).sort() },
      });
      if (changes.emailVerified === true) tx.pending.audit.push(vouched(user));
      return user;
    });
  }

  #changeStatus(tenant: Tenant, userId: string, verb: StatusVerb, comments?: string): Promise<User> {
    const action = statusVerbs[verb];
    return this.uow.run(async (tx) => {
      const user = await this.#lock(tx, tenant, userId);
      if (alreadyHolds(action, user.status)) return user;
      const from = user.status;
      changeOrRefuse(user, verb, this.clock.now(), comments);
      await this.users.save(tx, user);
      await this.consequences.follow(tx, user, action);
      tx.pending.audit.push({
        kind: 'users.user-status-changed',
        tenant,
        subject: user.sub,
        details: { from, to: user.status, action },
        comments,
      });
      return user;
    });
  }

  async #lock(tx: Tx, tenant: Tenant, userId: string): Promise<User> {
    return (await this.users.lock(tx, tenant, userId)) ?? notFound(userId);
  }

  async #rename(tx: Tx, user: User, before: string | null): Promise<void> {
    if (user.loginId === before) return;
    const marks = this.erasedIds.candidates(user.tenant);
    if (await this.users.rename(tx, user, before, user.loginId, marks)) return;
    throw UserErrors.alreadyExists('The loginId is taken', { errors: [{ pointer: '/loginId', detail: 'is taken' }] });
  }
}

function changeOrRefuse(user: User, verb: StatusVerb, now: Date, comments?: string): void {
  try {
    user.change(statusVerbs[verb], 'enterprise', now, comments);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw refusedVerb(user.status, verb, error.extra);
  }
}

function notFound(userId: string): never {
  throw UserErrors.notFound(`There is no user ${userId}`);
}

const noAddress = () =>
  KernelErrors.invalidArguments('The user has no address', {
    errors: [
      {
        pointer: '/emailVerified',
        detail: 'There is no address to declare verified: send emailId too, or omit emailVerified.',
      },
    ],
  });
