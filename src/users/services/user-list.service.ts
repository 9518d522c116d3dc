import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import type { UserStatus } from '../domain/user-status.js';
import type { User } from '../entities/user.entity.js';
import { UserRepository } from './user.repository.js';

export interface UserFilter {
  readonly status?: UserStatus | undefined;
  readonly group?: string | undefined;
  /** A prefix of the user id, login id, e-mail address or last name, case-insensitive. */
  readonly q?: string | undefined;
}

/** Where a page ends and the next one begins. */
export type ListPosition = readonly string[];

export interface UserPage {
  readonly users: User[];
  readonly end: ListPosition | undefined;
}

/** A page that is not full after this many reads is returned short; `next` says that there is more. */
const READS_A_PAGE = 4;

/** Lists by user id, or searches by prefix. Both read as many index entries as the page has rows. */
@Injectable()
export class UserList {
  constructor(private readonly users: UserRepository) {}

  async page(tenant: Tenant, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    return filter.q ? this.#search(tenant, filter.q, filter, limit, after) : this.#list(tenant, filter, limit, after);
  }

  async #list(tenant: Tenant, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    const found = await this.users.list(tenant, filter, limit + 1, after?.[0]);
    const shown = found.slice(0, limit);
    return { users: shown.map(({ user }) => user), end: found.length > limit ? shown.at(-1)?.position : undefined };
  }

  /** A user who matches several terms is shown once, so filling a page may take more than one read. */
  async #search(tenant: Tenant, q: string, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    const users: User[] = [];
    let end = after;
    for (let read = 0; read < READS_A_PAGE; read++) {
      const found = await this.users.search(tenant, q, filter, limit + 1, end);
      for (const { user, position, again } of found.slice(0, limit)) {
        if (!again) users.push(user);
        end = position;
        if (users.length === limit) return { users, end };
      }
      if (found.length <= limit) return { users, end: undefined };
    }
    return { users, end };
  }
}
