import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Signals } from '../../shared/events/index.js';
import { oneAtATime } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { cursorText, readCursor } from './change-cursor.js';
import {
  type ChangeOfUser,
  type NotificationChange,
  NotificationChanges,
  NOTIFICATIONS_CHANGED,
} from './notification-changes.repository.js';

/** The changes since a socket's last cursor, or `reset`, which tells the client to reload everything. */
export interface ChangeNotice {
  readonly cursor: string;
  readonly changes: readonly NotificationChange[];
  readonly reset?: true;
}

/** A receiver of changes to one user's notifications, such as a socket. */
export interface ChangeSubscriber {
  readonly sub: string;
  tell(notice: ChangeNotice): void;
}

/**
 * Notifies the sockets of this process of changes to notifications. All sockets share one database snapshot: each read
 * returns the changes that have become visible since the previous read. So no change is lost or sent twice, even if its
 * transaction commits late or in another process. The signal that notifications have changed only triggers a read.
 */
@Injectable()
export class ChangeFeed implements OnModuleInit {
  readonly #log = new Logger(ChangeFeed.name);
  readonly #subscribers = new Map<string, Set<ChangeSubscriber>>();
  readonly #joining = new Map<() => string, (snapshot: string) => void>();
  #snapshot = '';

  constructor(
    private readonly changes: NotificationChanges,
    private readonly signals: Signals,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // The read is not awaited, so that a request that changes a notification does not wait for sockets.
    this.signals.on(NOTIFICATIONS_CHANGED, () => this.#wake());
    this.signals.onLostTrack(() => this.#wake());
  }

  /**
   * Subscribes to changes. Returns a cursor for the next connection, and the changes since the cursor that the client
   * sent.
   */
  async join(subscriber: ChangeSubscriber, broughtText: string | undefined): Promise<ChangeNotice> {
    const snapshot = await this.#admitted(subscriber);
    try {
      return await this.#missed(subscriber, broughtText, snapshot);
    } catch (error) {
      this.leave(subscriber);
      throw error;
    }
  }

  async #missed({ sub }: ChangeSubscriber, broughtText: string | undefined, snapshot: string): Promise<ChangeNotice> {
    const cursor = this.#cursor(snapshot);
    if (broughtText === undefined) return { cursor, changes: [] };
    const brought = readCursor(broughtText, this.clock.now().getTime());
    const missed = brought && (await this.changes.between(sub, brought.snapshot, snapshot));
    return missed ? { cursor, changes: missed } : { cursor, changes: [], reset: true };
  }

  leave(subscriber: ChangeSubscriber): void {
    const others = this.#subscribers.get(subscriber.sub);
    others?.delete(subscriber);
    if (others?.size === 0) this.#subscribers.delete(subscriber.sub);
  }

  /** Adds the subscriber between two reads, so that it starts from the snapshot shared by all subscribers. */
  async #admitted(subscriber: ChangeSubscriber): Promise<string> {
    const admit = () => {
      const others = this.#subscribers.get(subscriber.sub) ?? new Set();
      this.#subscribers.set(subscriber.sub, others.add(subscriber));
      return this.#snapshot;
    };
    const admitted = new Promise<string>((resolve) => this.#joining.set(admit, resolve));
    try {
      await this.#read();
    } catch (error) {
      this.#joining.delete(admit);
      throw error;
    }
    return admitted;
  }

  #wake(): void {
    if (this.#subscribers.size === 0) return;
    this.#read().catch((error: unknown) => this.#log.warn({ err: error }, 'Changes could not be read'));
  }

  readonly #read = oneAtATime(async () => {
    if (this.#subscribers.size === 0) this.#snapshot = await this.changes.now();
    else await this.#tellAll();
    for (const [admit, resolve] of this.#joining) resolve(admit());
    this.#joining.clear();
  });

  async #tellAll(): Promise<void> {
    const { snapshot, changes } = await this.changes.since(this.#snapshot, [...this.#subscribers.keys()]);
    this.#snapshot = snapshot;
    const cursor = this.#cursor(snapshot);
    for (const [sub, about] of byUser(changes)) {
      const notice = {
        cursor,
        changes: [...about].map(([notification_uuid, status]) => ({ notification_uuid, status })),
      };
      for (const subscriber of this.#subscribers.get(sub) ?? []) subscriber.tell(notice);
    }
  }

  #cursor(snapshot: string): string {
    return cursorText({ snapshot, takenAt: this.clock.now().getTime() });
  }
}

/** Groups changes by user, keeping only the latest status of each notification. */
function byUser(changes: readonly ChangeOfUser[]): Map<string, Map<string, string>> {
  const grouped = new Map<string, Map<string, string>>();
  for (const { sub, notification_uuid: id, status } of changes) {
    grouped.set(sub, (grouped.get(sub) ?? new Map<string, string>()).set(id, status));
  }
  return grouped;
}
