import { Injectable } from '@nestjs/common';
import type { TimeRange } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import type { NotificationStatus } from '../notification/notification-status.js';
import { folded } from '../notification/content/search-text.js';
import type { Notification } from '../notification/notification.entity.js';
import { type NotificationFilter, NotificationListRepository } from './notification-list.repository.js';

export interface ListedBy extends TimeRange {
  readonly status: NotificationStatus | undefined;
  readonly userId: string | undefined;
  readonly msgId: string | undefined;
  readonly text: string | undefined;
}

export interface NotificationPage {
  readonly notifications: readonly Notification[];
  /** Where the next page begins; undefined on the last one. */
  readonly end: string | undefined;
}

const EMPTY: NotificationPage = { notifications: [], end: undefined };

/** The list of an enterprise's notifications. It only reads. */
@Injectable()
export class NotificationList {
  constructor(
    private readonly lists: NotificationListRepository,
    private readonly users: UserDirectory,
  ) {}

  async page(
    tenant: Tenant,
    { userId, text, ...listed }: ListedBy,
    limit: number,
    before?: string,
  ): Promise<NotificationPage> {
    const card = userId === undefined ? undefined : await this.users.findByLogin(tenant, userId);
    if (card?.ref.userId !== userId) return EMPTY;
    const filter = { ...listed, sub: card?.ref.sub };
    return text === undefined
      ? this.#list(tenant, filter, limit, before)
      : this.#search(tenant, filter, wordsOf(text), limit, before);
  }

  async #list(tenant: Tenant, filter: NotificationFilter, limit: number, before?: string): Promise<NotificationPage> {
    const found = await this.lists.list(tenant, filter, limit + 1, before);
    const notifications = found.slice(0, limit);
    return { notifications, end: found.length > limit ? notifications.at(-1)?.notificationUuid : undefined };
  }

  async #search(
    tenant: Tenant,
    filter: NotificationFilter,
    words: readonly string[],
    limit: number,
    before?: string,
  ): Promise<NotificationPage> {
    const { found, end } = await this.lists.search(tenant, filter, words, before);
    const shown = found.slice(0, limit);
    const notifications = await this.lists.lines(tenant, shown);
    return { notifications, end: found.length > limit ? shown.at(-1) : end };
  }
}

const wordsOf = (text: string): string[] => [...new Set(folded(text).split(' '))];
