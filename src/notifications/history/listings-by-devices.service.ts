import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { LastSeenBuffer } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { NotificationEvents } from './notification-events.repository.js';

const BETWEEN = ' ';

/**
 * Records which devices have fetched which notifications. The records are buffered in memory and written together every
 * second.
 */
@Injectable()
export class ListingsByDevices implements BeforeApplicationShutdown {
  readonly #seen: LastSeenBuffer;

  constructor(events: NotificationEvents, clock: Clock) {
    this.#seen = new LastSeenBuffer(ListingsByDevices.name, clock, (keys, at) =>
      events.noteListings(keys.map(listingOf), at),
    );
  }

  note(notificationUuid: string, grantId: string | undefined): void {
    this.#seen.note([notificationUuid, grantId ?? ''].join(BETWEEN));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  write(): Promise<void> {
    return this.#seen.write();
  }
}

function listingOf(key: string) {
  const [uuid = '', grant = ''] = key.split(BETWEEN);
  return { uuid, grant: grant === '' ? null : grant };
}
