import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { holdsScope, type Principal } from '../../shared/auth-guard/index.js';
import { instancesOf, type Tenant } from '../../shared/kernel/index.js';
import { ActivitySource } from '../contract/ports.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserRepository } from '../user/user.repository.js';
import { UserViews } from '../user/user-views.service.js';
import { type ActivityPosition, merged, type MergedPage } from './merged-activity.js';

/**
 * Collects the activity of a user from all parts of the service, such as `auth` and `idv`. Each part answers one query
 * with a limited number of entries.
 */
@Injectable()
export class Activities {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly users: UserRepository,
    private readonly views: UserViews,
  ) {}

  /** Returns one page of entries, newest first. Sources for which the caller lacks the scope are skipped. */
  async page(
    tenant: Tenant,
    caller: Principal,
    userId: string,
    limit: number,
    after?: ActivityPosition,
  ): Promise<MergedPage> {
    const user = await this.users.find(tenant, userId);
    if (!user || user.erasedAt) throw UserErrors.notFound(`There is no user ${userId}`);
    const sources = instancesOf(this.discovery, ActivitySource).filter(({ scope }) => holdsScope(caller, scope));
    const asked = { tenant, sub: user.sub, userId: user.userId, limit: limit + 1, after };
    const page = merged(await Promise.all(sources.map((source) => source.newest(asked))), limit);
    if (caller.kind === 'operator') await this.views.noteActivity(user, after !== undefined);
    return page;
  }
}
