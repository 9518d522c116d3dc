import { readContent } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { DEFAULT_LANGUAGE } from '../../../users/contract/index.js';
import { Clock, type JsonObject } from '../../../shared/kernel/index.js';
import type { Span } from '../../notification/content/dates.js';
import { refused } from '../mobile-codes.js';
import type { Performed } from '../mobile-event.js';
import { type ArgumentsOf, finalStatuses } from '../operations.js';
import { folded } from '../../notification/content/search-text.js';
import { type StepUpMethod, unmetActions } from '../../step-up/step-up-methods.js';
import { ListingsByDevices } from '../../history/listings-by-devices.service.js';
import { AvailableStepUpMethods } from '../../step-up/available-step-up-methods.service.js';
import { NotificationSeals } from '../../notification/notification-seals.service.js';
import { read, shown, type ListReader } from './listing.reader.js';
import { MobileOperation, type MobileCaller } from '../mobile-operation.port.js';
import {
  type HistoryFilter,
  type ListedNotification,
  UserNotificationsRepository,
} from './user-notifications.repository.js';

/** Lists the notifications that can be answered now. */
@Injectable()
export class GetNotifications extends MobileOperation<'GetNotifications'> {
  readonly name = 'GetNotifications';

  constructor(
    private readonly notifications: UserNotificationsRepository,
    private readonly held: AvailableStepUpMethods,
    private readonly seals: NotificationSeals,
    private readonly listings: ListingsByDevices,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(
    { user, clientId, grantId, language = DEFAULT_LANGUAGE }: MobileCaller,
    values: ArgumentsOf<'GetNotifications'>,
  ): Promise<Performed> {
    const { recordCount, startIndex, enterpriseID: enterpriseId, startDate, endDate } = values;
    assertOrder(startDate, endDate);
    const filter = { sub: user.sub, enterpriseId, startDate, endDate };
    const now = this.clock.now();
    const unmet = new UnmetOfList(() => this.held.of(user.sub, clientId));
    const list: ListReader = {
      name: 'notifications',
      first: async (slice) => unmet.noting(await this.notifications.active(filter, now, slice)),
      after: async (last, limit) => {
        const rows = await this.notifications.activeAfter(filter, now, last, limit);
        return (await unmet.noting({ rows })).rows;
      },
      // Altered notifications are left out, because they cannot be answered.
      item: (row) => {
        if (!this.seals.isRowUnaltered(row)) return undefined;
        this.listings.note(row.notificationUuid, grantId);
        return {
          ...shown(row, language),
          action_performed: '',
          ds_required: row.dsRequired,
          content_digest: row.contentDigest,
          ...unmet.of(row),
        };
      },
      beside: (count, total) => ({ start: String(startIndex), count: String(count), total: String(total) }),
    };
    return read(list, startIndex, recordCount);
  }
}

/** Looks up which step-up methods the user has, at most once, and only if a listed notification requires a step-up. */
class UnmetOfList {
  #held: readonly StepUpMethod[] | undefined;

  constructor(private readonly look: () => Promise<readonly StepUpMethod[]>) {}

  async noting<T extends { readonly rows: readonly ListedNotification[] }>(listed: T): Promise<T> {
    if (listed.rows.some(asks)) this.#held ??= await this.look();
    return listed;
  }

  of(row: ListedNotification): { readonly unmet_actions?: string[] } {
    const unmet = this.#held && asks(row) ? unmetActions(readContent(row.content).actions, this.#held) : [];
    return unmet.length > 0 ? { unmet_actions: unmet } : {};
  }
}

const asks = ({ content }: ListedNotification): boolean => /"authlevel":[1-9]/.test(content);

/** Lists the notifications that have ended, for whatever reason. */
@Injectable()
export class GetNotificationHistory extends MobileOperation<'GetNotificationHistory'> {
  readonly name = 'GetNotificationHistory';

  constructor(
    private readonly notifications: UserNotificationsRepository,
    private readonly seals: NotificationSeals,
  ) {
    super();
  }

  async perform(
    { user, language = DEFAULT_LANGUAGE }: MobileCaller,
    values: ArgumentsOf<'GetNotificationHistory'>,
  ): Promise<Performed> {
    const filter = historyFilter(user.sub, values);
    const list: ListReader = {
      name: 'history',
      first: (slice) => this.notifications.history(filter, slice),
      after: (last, limit) => this.notifications.historyAfter(filter, last, limit),
      item: (row) => ended(this.seals.redactRowIfAltered(row), language),
      beside: (_count, total) => ({ total_count: total }),
    };
    return read(list, values.startIndex, values.recordCount);
  }
}

const ended = (row: ListedNotification, language: string): JsonObject => ({
  ...shown(row, language),
  action_performed: row.actionResponse ?? 'NONE',
  status: row.status,
  signing_status: row.signingStatus,
  update_ts: row.updatedAt.toISOString(),
  update_ts_epoch: row.updatedAt.getTime(),
});

function historyFilter(sub: string, values: ArgumentsOf<'GetNotificationHistory'>): HistoryFilter {
  const { enterpriseID: enterpriseId, startDate, endDate, notificationStatus } = values;
  const { actionPerformed: action, keywordSearch, deviceID: deviceId } = values;
  assertOrder(startDate, endDate);
  const keyword = keywordSearch === undefined ? undefined : folded(keywordSearch);
  if (keyword === '') throw refused.invalid('keywordSearch contains nothing to search for');
  const statuses = notificationStatus.length < finalStatuses.length ? notificationStatus : undefined;
  return { sub, enterpriseId, startDate, endDate, statuses, action, keyword, deviceId };
}

function assertOrder(startDate: Span | undefined, endDate: Span | undefined): void {
  if (startDate && endDate && startDate.from >= endDate.until) throw refused.invalid('endDate is before startDate');
}
