import type { ChangeNotice } from '../../live/change-feed.service.js';
import { MOST_CHANGES } from '../../live/notification-changes.repository.js';
import { pushedEvent } from './socket-message.js';

/** Changes that wait for a socket to take them: the last state of each, so that a slow reader costs no memory. */
export class PendingChanges {
  readonly #statuses = new Map<string, string>();
  #cursor = '';
  #isReset = false;
  #isWaiting = false;

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Returns whether the caller must now send what `take` gives, because nobody else is about to. */
  add({ cursor, changes }: ChangeNotice): boolean {
    this.#cursor = cursor;
    for (const { notification_uuid: id, status } of changes) this.#statuses.set(id, status);
    if (this.#statuses.size > MOST_CHANGES) {
      this.#statuses.clear();
      this.#isReset = true;
    }
    const isFirst = !this.#isWaiting;
    this.#isWaiting = true;
    return isFirst;
  }

  /** Written when its turn has come, with everything that was added until then. */
  take(): string {
    const changes = [...this.#statuses].map(([notification_uuid, status]) => ({ notification_uuid, status }));
    const reset = this.#isReset;
    this.#statuses.clear();
    this.#isReset = this.#isWaiting = false;
    return pushedEvent('onNotificationsChanged', {
      cursor: this.#cursor,
      changes: reset ? [] : changes,
      ...(reset && { reset }),
    });
  }
}
