import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AllTenants, Tenant } from '../../shared/kernel/tenant.js';
import { Database } from '../../shared/persistence/database.js';
import type { Tx } from '../../shared/persistence/tx.js';
import type { DomainError } from '../../shared/kernel/errors.js';
import { Notification } from '../entities/notification.entity.js';

/** The topic of the signal that one notification of a user was created or has changed. */
export const NOTIFICATION_CHANGED = 'notifications.changed';

const USER_LOCK = 1_179_541;

/**
 * The only access to rows of notifications. Every call names a tenant; a caller that has a user's `sub` from a token or
 * an event needs none, for it is unique across tenants.
 */
@Injectable()
export class NotificationRepository {
  readonly #columns: string;

  constructor(
    private readonly db: Database,
    dataSource: DataSource,
  ) {
    this.#columns = dataSource
      .getMetadata(Notification)
      .columns.map(({ databaseName, propertyName }) => `"${databaseName}" AS "${propertyName}"`)
      .join(', ');
  }

  async find(tenant: Tenant, notificationUuid: string): Promise<Notification | undefined> {
    const [row] = await this.db.rows(
      `SELECT ${this.#columns} FROM notifications.notification
       WHERE notification_uuid = $3 AND enterprise_id = $1 AND test = $2`,
      [tenant.enterpriseId, tenant.test, notificationUuid],
    );
    return row && asNotification(row);
  }

  async findByMessageId(tenant: Tenant, msgId: string): Promise<Notification | undefined> {
    const [row] = await this.db.rows(
      `SELECT ${this.#columns} FROM notifications.notification WHERE enterprise_id = $1 AND test = $2 AND msg_id = $3`,
      [tenant.enterpriseId, tenant.test, msgId],
    );
    return row && asNotification(row);
  }

  lock(tx: Tx, { enterpriseId, test }: Tenant, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid, enterpriseId, test });
  }

  /** Another user's is not found. */
  lockOfUser(tx: Tx, sub: string, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid, sub });
  }

  lockAny(tx: Tx, _scope: AllTenants, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid });
  }

  /**
   * Until the transaction ends, nobody else creates or discards for this user. What is decided by how many are active, or
   * by the user's status, is decided under it.
   */
  lockUser(tx: Tx, sub: string): void {
    tx.send('SELECT pg_advisory_xact_lock($1, hashtext($2))', [USER_LOCK, sub]);
  }

  async activeCount(tx: Tx, sub: string): Promise<number> {
    const [counted] = await tx.rows<{ active: number }>(
      `SELECT count(*)::int AS active FROM notifications.notification WHERE sub = $1 AND status = 'ACTIVE'`,
      [sub],
    );
    return counted?.active ?? 0;
  }

  /** Adds a sealed notification. `duplicate` is raised when the enterprise has used its `msg_id`. */
  async add(tx: Tx, notification: Notification, duplicate: DomainError): Promise<void> {
    await tx.add(notification, duplicate);
    noteChange(tx, notification);
  }

  /** Saves what was locked in this transaction. */
  async save(tx: Tx, notification: Notification): Promise<void> {
    await tx.save(notification);
    noteChange(tx, notification);
  }
}

/** Every socket of the user learns of it, in whichever process it is. */
function noteChange(tx: Tx, { sub, notificationUuid, status }: Notification): void {
  tx.pending.signals.push({ topic: NOTIFICATION_CHANGED, payload: { sub, notificationUuid, status } });
}

const asNotification = (row: object): Notification => Object.assign(new Notification(), row);
