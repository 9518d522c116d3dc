import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/index.js';
import { type UserStatus } from '../user/user-status.js';
import type { User } from '../user/user.entity.js';
import { type UserCard, UserDirectory, type UserProfile } from '../contract/ports.js';
import { UserRepository } from '../user/user.repository.js';

const SCOPE = Tenant.all('the caller has the sub from a token, a login or an event');

@Injectable()
export class UserDirectoryAdapter extends UserDirectory {
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
  return {
    ...card,
    emailVerified,
    attributes: user.attributes ?? {},
    groups: [...new Set([user.primaryGroup, ...user.secondaryGroups])],
  };
}
