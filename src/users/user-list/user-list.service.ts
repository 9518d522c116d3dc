import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import type { User } from '../user/user.entity.js';
import { type NewestFilter, NO_SUB, UserRepository } from '../user/user.repository.js';
import { UserSearch } from './user-search.repository.js';

export const userOrders = ['userId', '-createdTs'] as const;
export type UserOrder = (typeof userOrders)[number];

export interface UserFilter extends NewestFilter {
  readonly order?: UserOrder | undefined;
  /** If given, only these users are listed. */
  readonly userIds?: readonly string[] | undefined;
  /**
   * The search text. It matches the beginning of a user id, login id, e-mail address or phone number; the last digits
   * of a phone number; the beginnings of words of the name, in any order; or any part of a user id, a login id or a
   * word of the name.
   */
  readonly q?: string | undefined;
  /** If true, login ids, e-mail addresses and phone numbers are not searched, because the caller sees them masked. */
  readonly namesOnly?: boolean | undefined;
}

/** The values by which the list is sorted, taken from the last row of a page. The next page begins after them. */
export type ListPosition = readonly string[];

export interface UserPage {
  readonly users: User[];
  readonly end: ListPosition | undefined;
}

const INSIDE_BEGINS: ListPosition = ['', NO_SUB, 'inside'];

/**
 * Maximum number of database reads per page. If the page is not full by then, it is returned short, with a `next`
 * cursor.
 */
const READS_A_PAGE = 4;

/**
 * Lists users, or searches for them. A search first returns users with an id or a word of the name that begins with the
 * text, in index order. It then returns users with the text anywhere in an id or a name.
 */
@Injectable()
export class UserList {
  constructor(
    private readonly users: UserRepository,
    private readonly searches: UserSearch,
  ) {}

  async page(tenant: Tenant, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    return filter.q ? this.#search(tenant, filter.q, filter, limit, after) : this.#list(tenant, filter, limit, after);
  }

  async #list(tenant: Tenant, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    const { userIds } = filter;
    const found = userIds
      ? await this.users.named(tenant, userIds, filter, limit + 1, after?.[0])
      : filter.order === '-createdTs'
        ? await this.users.newest(tenant, filter, limit + 1, after)
        : await this.users.list(tenant, filter, limit + 1, after?.[0]);
    const shown = found.slice(0, limit);
    return { users: shown.map(({ user }) => user), end: found.length > limit ? shown.at(-1)?.position : undefined };
  }

  /**
   * Returns first the users with an id or a word of the name that begins with the text, then those who have the text
   * inside one. The positions of the latter have a third member. If the last position on a page has it, the next page
   * continues with such users.
   */
  async #search(tenant: Tenant, q: string, filter: UserFilter, limit: number, after?: ListPosition): Promise<UserPage> {
    const inside = (room: number, end?: ListPosition) =>
      filled(room, end, (rows, position) => this.searches.inside(tenant, q, filter, rows, position));
    if (after && after.length !== 2) return inside(limit, after);
    const first = await filled(limit, after, (rows, end) => this.searches.byBeginning(tenant, q, filter, rows, end));
    if (first.end) return first;
    const room = limit - first.users.length;
    const { users, end } = await inside(Math.max(room, 1));
    return room > 0
      ? { users: [...first.users, ...users], end }
      : { ...first, end: users.length > 0 ? INSIDE_BEGINS : end };
  }
}

type Read = (rows: number, after?: ListPosition) => ReturnType<UserSearch['byBeginning']>;

/**
 * Reads until a page is full. A search may find the same user by several terms, and only one of these rows is kept, so
 * several reads may be needed.
 */
async function filled(limit: number, after: ListPosition | undefined, read: Read): Promise<UserPage> {
  const users: User[] = [];
  let end = after;
  for (let reads = 0; reads < READS_A_PAGE; reads++) {
    const found = await read(limit + 1, end);
    for (const [at, { user, position, again }] of found.slice(0, limit).entries()) {
      if (!again) users.push(user);
      end = position;
      if (users.length === limit && at + 1 < found.length) return { users, end };
    }
    if (found.length <= limit) return { users, end: undefined };
  }
  return { users, end };
}
