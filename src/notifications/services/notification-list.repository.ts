import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { Database } from '../../shared/persistence/database.js';
import type { NotificationStatus } from '../domain/notification-status.js';
import { Notification } from '../entities/notification.entity.js';

export interface NotificationFilter {
  readonly status?: NotificationStatus | undefined;
  readonly sub?: string | undefined;
  readonly msgId?: string | undefined;
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What a list shows: neither content nor evidence. */
const LINE = `notification_uuid AS "notificationUuid", enterprise_id AS "enterpriseId", test, user_id AS "userId",
  msg_id AS "msgId", status, delivery_status AS "deliveryStatus", action_response AS "actionResponse",
  signing_status AS "signingStatus", device_id AS "deviceId", client_ip AS "clientIp", created_at AS "createdAt",
  updated_at AS "updatedAt", expiry_at AS "expiryAt"`;

/** An enterprise's list of its notifications. */
@Injectable()
export class NotificationListRepository {
  constructor(private readonly db: Database) {}

  /** Newest first: ids are ordered by time. */
  async list(
    { enterpriseId, test }: Tenant,
    { status, sub, msgId }: NotificationFilter,
    limit: number,
    before = AFTER_ALL,
  ): Promise<Notification[]> {
    const wanted = `${status ? 'status = $5' : '$5::text IS NULL'} AND ${msgId ? 'msg_id = $7' : '$7::text IS NULL'}`;
    const params = [enterpriseId, test, before, limit, status, sub, msgId].map((value) => value ?? null);
    const rows = await this.db.rows(sub === undefined ? ofAll(wanted) : ofUser(wanted), params);
    return rows.map((row) => Object.assign(new Notification(), row));
  }
}

const page = (condition: string): string => `
  SELECT ${LINE} FROM notifications.notification
  WHERE enterprise_id = $1 AND test = $2 AND notification_uuid < $3 AND ${condition}
  ORDER BY notification_uuid DESC LIMIT $4`;

const ofAll = (wanted: string): string => page(`${wanted} AND $6::uuid IS NULL`);

/** A branch for each of the two indexes of a user's notifications. */
const ofUser = (wanted: string): string => {
  const branches = [`status = 'ACTIVE'`, `status <> 'ACTIVE'`].map(
    (state) => `(${page(`${wanted} AND sub = $6 AND ${state}`)})`,
  );
  return `SELECT * FROM (${branches.join(' UNION ALL ')}) AS found ORDER BY "notificationUuid" DESC LIMIT $4`;
};
