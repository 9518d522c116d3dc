import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import type { UserStatus } from '../domain/user-status.js';
import type { User } from '../entities/user.entity.js';
import { UserRepository } from './user.repository.js';

export interface UserFilter {
  readonly status?: UserStatus | undefined;
  readonly group?: string | undefined;
  /** A prefix of the user id, login id, e-mail address or last name, in any case. */
  readonly q?: string | undefined;
}

/** Where a page ends: what the next one begins after. */
export type ListPosition = readonly string[];

export interface UserPage {
  readonly users: User[];
  readonly end: ListPosition | undefined;
}

/** Lists by user id; searches by prefix. Either reads as many index entries as the page has rows. */
@Injectable()
export class UserList {
  constructor(private readonly users: UserRepository) {}

  async page(tenant: Tenant, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    const found = filter.q
      ? await this.users.search(tenant, filter.q, filter, limit + 1, after)
      : await this.users.list(tenant, filter, limit + 1, after?.[0]);
    const users = found.slice(0, limit).map(({ user }) => user);
    return { users, end: found.length > limit ? found[limit - 1]?.position : undefined };
  }
}
