import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { JsonObject } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { NotificationEventRecord, type StoredKind } from './notification-event.entity.js';

export interface NewEvent {
  readonly notificationUuid: string;
  readonly kind: StoredKind;
  readonly deviceId: string;
  readonly details: JsonObject;
}

/** A fetch of a notification by a device. The grant of the access token identifies the device. */
export interface Listing {
  readonly uuid: string;
  readonly grant: string | null;
}

/** Maximum number of events read from the history of one notification. */
export const MOST_EVENTS = 200;
const MOST_REPEATED = 20;

/** Stores the events that happen to notifications between their creation and their end. */
@Injectable()
export class NotificationEvents {
  constructor(
    private readonly db: Database,
    @InjectRepository(NotificationEventRecord) private readonly records: Repository<NotificationEventRecord>,
  ) {}

  /**
   * Adds an event. The caller's transaction must have locked the notification. The INSERT is sent without awaiting its
   * result, which is checked at the commit.
   */
  static add(tx: Tx, { notificationUuid, kind, deviceId, details }: NewEvent): void {
    tx.send(ADD, [notificationUuid, kind, deviceId, details]);
  }

  /**
   * Stores an event about a step-up. Users can begin step-ups as often as they like, so only the first `MOST_REPEATED`
   * events of each kind and outcome are stored. Otherwise they would leave no room for other events.
   */
  async noteStepUp(notificationUuid: string, kind: StoredKind, details: JsonObject): Promise<void> {
    await this.db.rows(ADD_REPEATED, [notificationUuid, kind, details, MOST_REPEATED]);
  }

  /** Records that devices have fetched notifications. Only the first fetch by each device is stored. */
  async noteListings(listings: readonly Listing[], at: Date): Promise<void> {
    await this.db.rows(LISTED, [JSON.stringify(listings), at]);
  }

  /**
   * Returns the events of a notification, oldest first. The caller must already have checked that the notification
   * belongs to the tenant.
   */
  of(notificationUuid: string): Promise<NotificationEventRecord[]> {
    return this.records.find({ where: { notificationUuid }, order: { seq: 'ASC' }, take: MOST_EVENTS });
  }
}

// This statement runs once for each device that gets a push. Hot path, measured by: npm run bench -- plans.
const ADD = `
  INSERT INTO notifications.notification_event (notification_uuid, kind, device_id, details) VALUES ($1, $2, $3, $4)`;

const ADD_REPEATED = `
  INSERT INTO notifications.notification_event (notification_uuid, kind, details)
  SELECT $1::uuid, $2::text, $3::jsonb
  WHERE $4 > (SELECT count(*) FROM notifications.notification_event
              WHERE notification_uuid = $1 AND kind = $2 AND details->'outcome' IS NOT DISTINCT FROM $3->'outcome')`;

const LISTED = `
  INSERT INTO notifications.notification_event (notification_uuid, at, kind, device_id, details)
  SELECT listing.uuid, $2, 'listed', d.device_id, '{}'
  FROM jsonb_to_recordset($1::jsonb) AS listing(uuid uuid, "grant" text)
  LEFT JOIN notifications.grant_device d ON d.grant_id = listing."grant"
  ON CONFLICT DO NOTHING`;
