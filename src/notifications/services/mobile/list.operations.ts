import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/kernel/clock.js';
import type { Span } from '../../domain/dates.js';
import { refused } from '../../domain/mobile-codes.js';
import type { Performed } from '../../domain/mobile-event.js';
import type { ArgumentsOf } from '../../domain/operations.js';
import { folded } from '../../domain/search-text.js';
import { read, shown, type ListReader } from './listing.js';
import { MobileOperation, type MobileCaller } from './mobile-operation.js';
import { type HistoryFilter, UserNotificationsRepository } from './user-notifications.repository.js';

/** The language of those who have none: that of a user who was not told otherwise. */
const DEFAULT_LANGUAGE = 'en';

/** What can be answered now. */
@Injectable()
export class GetNotifications extends MobileOperation<'GetNotifications'> {
  readonly name = 'GetNotifications';

  constructor(
    private readonly notifications: UserNotificationsRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(
    { user, language = DEFAULT_LANGUAGE }: MobileCaller,
    values: ArgumentsOf<'GetNotifications'>,
  ): Promise<Performed> {
    const { recordCount, startIndex, enterpriseID: enterpriseId, startDate, endDate } = values;
    assertOrder(startDate, endDate);
    const filter = { sub: user.sub, enterpriseId, startDate, endDate };
    const now = this.clock.now();
    const list: ListReader = {
      name: 'notifications',
      first: (slice) => this.notifications.active(filter, now, slice),
      after: (last, limit) => this.notifications.activeAfter(filter, now, last, limit),
      item: (row) => ({
        ...shown(row, language),
        action_performed: '',
        ds_required: row.dsRequired,
        content_digest: row.contentDigest,
      }),
      beside: (count, total) => ({ start: String(startIndex), count: String(count), total: String(total) }),
    };
    return read(list, startIndex, recordCount);
  }
}

/** What is over, by whatever end. */
@Injectable()
export class GetNotificationHistory extends MobileOperation<'GetNotificationHistory'> {
  readonly name = 'GetNotificationHistory';

  constructor(private readonly notifications: UserNotificationsRepository) {
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
      item: (row) => ({
        ...shown(row, language),
        action_performed: row.actionResponse ?? 'NONE',
        status: row.status,
        signing_status: row.signingStatus,
        update_ts: row.updatedAt.toISOString(),
        update_ts_epoch: row.updatedAt.getTime(),
      }),
      beside: (_count, total) => ({ total_count: total }),
    };
    return read(list, values.startIndex, values.recordCount);
  }
}

function historyFilter(sub: string, values: ArgumentsOf<'GetNotificationHistory'>): HistoryFilter {
  const { enterpriseID: enterpriseId, startDate, endDate, notificationStatus: status } = values;
  const { actionPerformed: action, keywordSearch, deviceID: deviceId } = values;
  assertOrder(startDate, endDate);
  const keyword = keywordSearch === undefined ? undefined : folded(keywordSearch);
  if (keyword === '') throw refused.invalid('keywordSearch has nothing to look for');
  return { sub, enterpriseId, startDate, endDate, status, action, keyword, deviceId };
}

function assertOrder(startDate: Span | undefined, endDate: Span | undefined): void {
  if (startDate && endDate && startDate.from >= endDate.until) throw refused.invalid('endDate is before startDate');
}
