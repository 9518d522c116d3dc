import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { UserStatus } from '../domain/user-status.js';
import type { User } from '../entities/user.entity.js';
import { UserDirectory, type UserCard } from '../user-directory.js';
import { UserRepository } from './user.repository.js';

const SCOPE = Tenant.all('the caller has the sub from a token or an event');

@Injectable()
export class UserCards extends UserDirectory {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async find(sub: string): Promise<UserCard | undefined> {
    return cardOf(await this.users.findBySub(SCOPE, sub));
  }

  async findByLogin(tenant: Tenant, login: string): Promise<UserCard | undefined> {
    return cardOf(await this.users.findByLogin(tenant, login));
  }

  async statusOf(sub: string): Promise<UserStatus | undefined> {
    return (await this.find(sub))?.status;
  }

  async statusOfUserId(tenant: Tenant, userId: string): Promise<UserStatus | undefined> {
    return (await this.users.statuses(tenant, [userId])).get(userId);
  }
}

function cardOf(user: User | undefined): UserCard | undefined {
  if (!user || user.erasedAt) return undefined;
  const { ref, status, blockedBy, language, firstName, lastName, emailId, mobileNumber } = user;
  return { ref, status, blockedBy, language, firstName, lastName, emailId, mobileNumber };
}
