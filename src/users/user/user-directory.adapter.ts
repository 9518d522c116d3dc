import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Tenant } from '../../shared/kernel/tenant.js';
import { allows, type UserStatus } from './user-status.js';
import type { User } from './user.entity.js';
import { UserActivity, type UserCard, UserDirectory, type UserProfile, UserLockout } from '../contract/ports.js';
import { UserRepository } from './user.repository.js';
import { Clock } from '../../shared/kernel/clock.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { AuditSubjects } from '../../shared/audit/audit-events.service.js';
import { LastSeenBuffer } from '../../shared/events/timing/last-seen-buffer.js';
import { UserUpkeepRepository } from '../upkeep/user-upkeep.repository.js';

const SCOPE = Tenant.all('the caller has the sub from a token, a login or an event');

@Injectable()
export class UserCards extends UserDirectory {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async find(sub: string): Promise<UserProfile | undefined> {
    return profileOf(await this.users.findBySub(SCOPE, sub));
  }

  findByLogin(tenant: Tenant, login: string): Promise<UserCard | undefined> {
    return this.users.findByLogin(tenant, login);
  }

  async statusOf(sub: string): Promise<UserStatus | undefined> {
    return (await this.find(sub))?.status;
  }

  async statusOfUserId(tenant: Tenant, userId: string): Promise<UserStatus | undefined> {
    return (await this.users.statuses(tenant, [userId])).get(userId);
  }
}

function profileOf(user: User | undefined): UserProfile | undefined {
  if (!user || user.erasedAt) return undefined;
  const { ref, status, blockedBy, language, firstName, lastName, emailId, mobileNumber, emailVerified } = user;
  const card = { ref, status, blockedBy, language, firstName, lastName, emailId, mobileNumber };
  return { ...card, emailVerified, groups: [...new Set([user.primaryGroup, ...user.secondaryGroups])] };
}

@Injectable()
export class BlockUser extends UserLockout {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  block(sub: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lockBySub(tx, SCOPE, sub);
      if (!user || !allows(user.status, 'block')) return;
      const from = user.status;
      user.change('block', 'attempts', this.clock.now());
      await this.users.save(tx, user);
      tx.pending.audit.push({
        kind: 'users.user-status-changed',
        tenant: user.tenant,
        subject: sub,
        details: { from, to: user.status, action: 'block', by: 'attempts' },
      });
    });
  }
}

/** Resolves `sub` to user ids for the audit log of an enterprise. */
@Injectable()
export class AuditedUsers extends AuditSubjects {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async subOf(tenant: Tenant, userId: string): Promise<string | undefined> {
    return (await this.users.find(tenant, userId))?.sub;
  }

  /**
   * Audit entries cannot be changed: one that names something other than a `sub` must not make its page unreadable for
   * ever.
   */
  userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.users.userIds(tenant, subs.filter(isUuid));
  }
}

/** Records when users were last active. */
@Injectable()
export class ActiveUsers extends UserActivity implements BeforeApplicationShutdown {
  readonly #lastSeen: LastSeenBuffer;

  constructor(users: UserUpkeepRepository, clock: Clock) {
    super();
    this.#lastSeen = new LastSeenBuffer(ActiveUsers.name, clock, (subs, at) => users.noteActive(SCOPE, subs, at));
  }

  touch(sub: string): void {
    this.#lastSeen.note(sub);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#lastSeen.write();
  }
}
