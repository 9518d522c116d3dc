import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../../../search/contract/index.js';
import { type ListedNotification, NotificationListRepository } from '../notification-list.repository.js';

/**
 * Finds notifications by their uuid or `msg_id`. The beginning of the `msg_id` is enough, unless the search text has
 * the form of a complete id.
 */
@Injectable()
export class NotificationHits extends SearchSource {
  override readonly scope = 'notifications:read';

  constructor(private readonly lists: NotificationListRepository) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant, limit }: SearchedBy): Promise<readonly Hit[]> {
    const isWhole = shape === 'uuid' || shape === 'hex';
    const named = await this.lists.named(tenant, text, isWhole ? 1 : limit, { whole: isWhole });
    const found = await this.lists.lines(tenant, shape === 'uuid' ? [text, ...named] : named);
    return found.map(hitOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  }
}

const hitOf = ({ notification: { notificationUuid, msgId, userId, status } }: ListedNotification): Hit => ({
  kind: 'notification',
  id: notificationUuid,
  title: msgId,
  userId,
  within: null,
  status,
});
