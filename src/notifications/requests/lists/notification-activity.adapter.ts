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

/** Lists the notifications of a user. Their time is taken from their ids, which are ordered by time. */
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
 * Returns an id greater than those of all notifications that follow the position in the list of activity, which begins
 * with the newest. The position may be that of another kind of activity.
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
