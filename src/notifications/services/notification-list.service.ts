import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UserDirectory } from '../../users/contract.js';
import type { NotificationStatus } from '../domain/notification-status.js';
import type { Notification } from '../entities/notification.entity.js';
import { NotificationListRepository } from './notification-list.repository.js';

export interface ListedBy {
  readonly status?: NotificationStatus | undefined;
  readonly userId?: string | undefined;
  readonly msgId?: string | undefined;
}

/** The list of an enterprise's notifications. It only reads. */
@Injectable()
export class NotificationList {
  constructor(
    private readonly lists: NotificationListRepository,
    private readonly users: UserDirectory,
  ) {}

  async page(
    tenant: Tenant,
    { status, userId, msgId }: ListedBy,
    limit: number,
    before?: string,
  ): Promise<Notification[]> {
    if (userId === undefined) return this.lists.list(tenant, { status, msgId }, limit, before);
    const card = await this.users.findByLogin(tenant, userId);
    if (card?.ref.userId !== userId) return [];
    return this.lists.list(tenant, { status, msgId, sub: card.ref.sub }, limit, before);
  }
}
