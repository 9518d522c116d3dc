import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import type { NotedExport } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { folded } from '../notification/content/search-text.js';
import {
  type ListedNotification,
  type NotificationFilter,
  NotificationListRepository,
  type NotificationSearch,
} from './notification-list.repository.js';

export interface ListedBy extends Omit<NotificationFilter, 'sub'>, Omit<NotificationSearch, 'words'> {
  readonly userId: string | undefined;
  readonly text: string | undefined;
}

export interface NotificationPage {
  readonly notifications: readonly ListedNotification[];
  /** The position of the next page. Undefined on the last page. */
  readonly end: string | undefined;
}

const EMPTY: NotificationPage = { notifications: [], end: undefined };

/** Lists an enterprise's notifications, without changing any. */
@Injectable()
export class NotificationList {
  constructor(
    private readonly lists: NotificationListRepository,
    private readonly users: UserDirectory,
    private readonly audit: AuditLog,
  ) {}

  async page(
    tenant: Tenant,
    { userId, text, deliveryStatus, kind, ...listed }: ListedBy,
    limit: number,
    before?: string,
  ): Promise<NotificationPage> {
    const card = userId === undefined ? undefined : await this.users.findByLogin(tenant, userId);
    if (card?.ref.userId !== userId) return EMPTY;
    const filter = { ...listed, sub: card?.ref.sub };
    if ([text, deliveryStatus, kind].every((one) => one === undefined))
      return this.#list(tenant, filter, limit, before);
    return this.#search(tenant, filter, { words: wordsOf(text), deliveryStatus, kind }, limit, before);
  }

  async noteSearch(tenant: Tenant, query: object, rows: number): Promise<void> {
    const details = { filters: filtersIn(query), rows };
    await this.audit.record({ kind: 'notifications.notifications-searched', tenant, details });
  }

  /** Records an export in the audit log. Call it before the first row is sent. */
  async noteExport(tenant: Tenant, query: object, asked: NotedExport): Promise<void> {
    const filters = filtersIn(query);
    await this.audit.record({ kind: 'notifications.notifications-exported', tenant, details: { filters, ...asked } });
  }

  async #list(tenant: Tenant, filter: NotificationFilter, limit: number, before?: string): Promise<NotificationPage> {
    const found = await this.lists.list(tenant, filter, limit + 1, before);
    const notifications = found.slice(0, limit);
    return {
      notifications,
      end: found.length > limit ? notifications.at(-1)?.notification.notificationUuid : undefined,
    };
  }

  async #search(
    tenant: Tenant,
    filter: NotificationFilter,
    search: NotificationSearch,
    limit: number,
    before?: string,
  ): Promise<NotificationPage> {
    const { found, end } = await this.lists.search(tenant, filter, search, before);
    const shown = found.slice(0, limit);
    const notifications = await this.lists.lines(tenant, shown);
    return { notifications, end: found.length > limit ? shown.at(-1) : end };
  }
}

const wordsOf = (text: string | undefined): string[] =>
  text === undefined ? [] : [...new Set(folded(text).split(' '))];

/**
 * The audit log is kept forever, so it records which filters were used, but not their values, which may identify a
 * user.
 */
const filtersIn = (query: object): string[] =>
  Object.keys(JSON.parse(JSON.stringify(query)) as object).filter((name) => name !== 'limit');
