import type { ChangeNotice } from '../../live/change-feed.service.js';
import { MOST_CHANGES } from '../../live/notification-changes.repository.js';
import { pushedEvent } from './socket-message.js';

/**
 * Changes waiting to be sent to a socket. Only the latest status of each notification is kept, so that a slow client
 * does not fill up memory.
 */
export class PendingChanges {
  readonly #statuses = new Map<string, string>();
  #cursor = '';
  #isReset = false;
  #isWaiting = false;

  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Adds changes. Returns true if no message is scheduled yet; the caller must then send the result of `take`. */
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

  /** Returns a message with all changes added since the last call, and clears them. Call it just before sending. */
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
