import { Injectable } from '@nestjs/common';
import { leastIdAt, timeOfId } from '../../../shared/kernel/index.js';
import {
  type Activity,
  type ActivityOfUser,
  type ActivityPosition,
  ActivitySource,
  momentOf,
} from '../../../users/contract/index.js';
import { type ListedNotification, NotificationListRepository } from '../notification-list.repository.js';

const ANY = {
  statuses: [],
  msgId: undefined,
  actionResponse: undefined,
  deviceId: undefined,
  templateId: undefined,
  from: undefined,
  to: undefined,
} as const;

/**
 * Lists a user's notifications as activity. Their times are derived from their ids, which contain the creation time.
 */
@Injectable()
export class NotificationActivity extends ActivitySource {
  override readonly scope = 'notifications:read';

  constructor(private readonly lists: NotificationListRepository) {
    super();
  }

  async newest({ tenant, sub, limit, after }: ActivityOfUser): Promise<readonly Activity[]> {
    const found = await this.lists.list(tenant, { ...ANY, sub }, limit, after && idBeyond(after));
    return found.map(activityOf);
  }
}

/**
 * Converts a position in a user's activity, which is sorted newest first, to an upper limit for ids: all notifications
 * after that position have smaller ids. The entry at the position need not be a notification.
 */
export function idBeyond({ at, id }: ActivityPosition): string {
  const milliseconds = Date.parse(at);
  const [first, next] = [leastIdAt(milliseconds), leastIdAt(milliseconds + 1)];
  if (at > momentOf(new Date(milliseconds))) return next;
  return id < first ? first : id > next ? next : id;
}

const activityOf = ({ notification, subject }: ListedNotification): Activity => ({
  kind: 'notification',
  id: notification.notificationUuid,
  at: momentOf(timeOfId(notification.notificationUuid)),
  title: subject ?? notification.msgId,
  status: notification.status,
  actor: null,
});
