import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../../search/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { UserViews } from '../user/user-views.service.js';
import { DeviceRepository } from '../devices/device.repository.js';
import { UserList } from './user-list.service.js';

/** Finds users for the console's search: by `sub`, by user id, or with the text search of the user list. */
@Injectable()
export class UserHits extends SearchSource {
  override readonly scope = 'users:read';

  constructor(
    private readonly users: UserRepository,
    private readonly list: UserList,
    private readonly views: UserViews,
  ) {
    super();
  }

  async find(
    { shape, text }: SearchText,
    { tenant, byOperator, seesContact, limit }: SearchedBy,
  ): Promise<readonly Hit[]> {
    const found =
      shape === 'uuid' || shape === 'hex'
        ? await this.#byId(tenant, text)
        : (await this.list.page(tenant, { q: text, namesOnly: !seesContact }, limit)).users;
    if (byOperator) await this.views.noteSearch(tenant, { q: text }, found);
    return found.map(hitOf);
  }

  async #byId(tenant: Tenant, id: string): Promise<User[]> {
    const named = id.includes('-') ? (await this.users.userIds(tenant, [id])).get(id) : undefined;
    const found = await Promise.all([...new Set([id, named])].map((userId) => this.#of(tenant, userId)));
    return found.filter((user) => user !== undefined && user.erasedAt === null) as User[];
  }

  async #of(tenant: Tenant, userId: string | undefined): Promise<User | undefined> {
    return userId === undefined ? undefined : this.users.find(tenant, userId);
  }
}

/**
 * Converts a user to a search result with the name and the id only. Contact data is shown on the user's page, masked if
 * the operator may not see it.
 */
const hitOf = ({ userId, firstName, lastName, status }: User): Hit => ({
  kind: 'user',
  id: userId,
  title: [firstName, lastName].filter((name) => name !== null).join(' ') || userId,
  userId,
  within: null,
  status,
});

/** Finds a device by its id for the console's search. */
@Injectable()
export class DeviceHits extends SearchSource {
  override readonly scope = 'users:read';

  constructor(private readonly devices: DeviceRepository) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.devices.ofTenant(tenant, text) : undefined;
    return found ? [{ kind: 'device', id: text, title: found.name, within: null, ...found }] : [];
  }
}
