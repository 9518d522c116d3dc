import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { Database } from '../../shared/persistence/database.js';
import type { NotificationStatus } from '../domain/notification-status.js';
import { Notification } from '../entities/notification.entity.js';
import { NotificationSeals } from './notification-seals.service.js';
import { SEALED_COLUMNS } from './sealed-columns.js';

export interface NotificationFilter {
  readonly status?: NotificationStatus | undefined;
  readonly sub?: string | undefined;
  readonly msgId?: string | undefined;
}

const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What a list shows, and what its seals are checked by: not the content, and of the evidence the signatures only. */
const LINE = `${SEALED_COLUMNS}, delivery_status AS "deliveryStatus"`;

/** An enterprise's list of its notifications. */
@Injectable()
export class NotificationListRepository {
  constructor(
    private readonly db: Database,
    private readonly seals: NotificationSeals,
  ) {}

  /** Newest first: ids are ordered by time. One that was altered reads TAMPERED, whatever status was asked for. */
  async list(
    { enterpriseId, test }: Tenant,
    { status, sub, msgId }: NotificationFilter,
    limit: number,
    before = AFTER_ALL,
  ): Promise<Notification[]> {
    const wanted = `${status ? 'status = $5' : '$5::text IS NULL'} AND ${msgId ? 'msg_id = $7' : '$7::text IS NULL'}`;
    const params = [enterpriseId, test, before, limit, status, sub, msgId].map((value) => value ?? null);
    const rows = await this.db.rows(sub === undefined ? ofAll(wanted) : ofUser(wanted), params);
    return rows.map((row) => this.seals.toldInPart(Object.assign(new Notification(), row)));
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
