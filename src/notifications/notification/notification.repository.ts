import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { AllTenants, DomainError, JsonObject, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, columnsOf, Database, type Tx } from '../../shared/persistence/index.js';
import type { NotificationStatus } from './notification-status.js';
import type { Addressee } from '../requests/new-notification.js';
import { Notification } from './notification.entity.js';
import { NotificationChanges } from '../live/notification-changes.repository.js';
import { dayOf, STORED_ON_DAY } from './stored-bytes/stored-bytes.repository.js';
import { NotificationSeals } from './notification-seals.service.js';

interface UserCounts {
  readonly active: number;
  readonly storedBytes: number;
}

/** Reads and writes notifications. Callers specify a tenant, or the `sub` of a user, which is unique across tenants. */
@Injectable()
export class NotificationRepository {
  readonly #columns: string;

  constructor(
    private readonly db: Database,
    private readonly seals: NotificationSeals,
    @InjectRepository(Notification) private readonly rows: Repository<Notification>,
  ) {
    this.#columns = columnsOf(db.dataSource, Notification);
  }

  /** Hot path, measured by: npm run bench -- notifications. */
  async find(tenant: Tenant, notificationUuid: string): Promise<Notification | undefined> {
    const row = await this.db.oneByKey(
      `SELECT ${this.#columns} FROM notifications.notification
       WHERE notification_uuid = $3 AND enterprise_id = $1 AND test = $2`,
      [tenant.enterpriseId, tenant.test, notificationUuid],
    );
    return row && asNotification(row);
  }

  /** Hot path, measured by: npm run bench -- notifications-scale. */
  async findByMessageId(tenant: Tenant, msgId: string): Promise<Notification | undefined> {
    const row = await this.db.oneByKey(
      `SELECT ${this.#columns} FROM notifications.notification WHERE enterprise_id = $1 AND test = $2 AND msg_id = $3`,
      [tenant.enterpriseId, tenant.test, msgId],
    );
    return row && asNotification(row);
  }

  async statusOf({ enterpriseId, test }: Tenant, notificationUuid: string): Promise<NotificationStatus | undefined> {
    const where = { notificationUuid, enterpriseId, test };
    return (await this.rows.findOne({ where, select: { notificationUuid: true, status: true } }))?.status;
  }

  lock(tx: Tx, { enterpriseId, test }: Tenant, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid, enterpriseId, test });
  }

  /** Locks a notification of the given user. A notification of another user is not found. */
  lockOfUser(tx: Tx, sub: string, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid, sub });
  }

  lockAny(tx: Tx, _scope: AllTenants, notificationUuid: string): Promise<Notification | null> {
    return tx.lock(Notification, { notificationUuid });
  }

  /**
   * Prevents other transactions from creating or discarding notifications of this user until the transaction ends.
   * Decisions that depend on the user's status or on the number of active notifications need this lock.
   */
  lockUser(tx: Tx, sub: string): void {
    tx.send('SELECT pg_advisory_xact_lock($1, hashtext($2))', [advisoryLocks.notificationsOfUser, sub]);
  }

  /**
   * Reads the figures that limit new notifications: how many active notifications the user has, and how many bytes the
   * enterprise has stored today.
   */
  async countsOf(tx: Tx, { sub, enterpriseId, test }: Addressee, now: Date): Promise<UserCounts> {
    const [standing] = await tx.rows<UserCounts>(
      `SELECT (SELECT count(*)::int FROM notifications.notification WHERE sub = $4 AND status = 'ACTIVE') AS active,
         ${STORED_ON_DAY} AS "storedBytes"`,
      [enterpriseId, test, dayOf(now), sub],
    );
    return standing ?? { active: 0, storedBytes: 0 };
  }

  /** Counts the active notifications of an enterprise, up to `most`. */
  async openCount({ enterpriseId, test }: Tenant, most: number): Promise<number> {
    const counted = await this.db.one<{ active: number }>(
      `SELECT count(*)::int AS active FROM (
         SELECT FROM notifications.notification WHERE enterprise_id = $1 AND test = $2 AND status = 'ACTIVE' LIMIT $3
       ) open`,
      [enterpriseId, test, most],
    );
    return counted?.active ?? 0;
  }

  /**
   * Adds a notification whose seals (keyed hashes) are set. Throws `duplicate` if the enterprise has used the `msg_id`.
   */
  async add(tx: Tx, notification: Notification, duplicate: () => DomainError): Promise<void> {
    await tx.add(notification, duplicate);
    noteChange(tx, notification);
    audit(tx, notification, 'notifications.notification-created', {});
  }

  /** Saves a notification that was locked and closed in this transaction, and seals its outcome. */
  async save(tx: Tx, notification: Notification): Promise<void> {
    this.seals.sealOutcome(notification);
    await tx.save(notification);
    this.noteClosed(tx, notification);
  }

  /**
   * Checks the seals of a locked notification. Returns false if it was altered; if it was open, it becomes TAMPERED.
   */
  async checkSeals(tx: Tx, notification: Notification, now: Date): Promise<boolean> {
    if (this.seals.isUnaltered(notification)) return true;
    if (notification.status !== 'ACTIVE') return false;
    notification.findSealBroken(now);
    await this.save(tx, notification);
    return false;
  }

  /** Saves the results of pushes. Sockets get no event, because apps do not show these results. */
  saveDelivery(tx: Tx, notification: Notification): Promise<void> {
    return tx.save(notification);
  }

  /** Records that a notification has ended, in the audit log and as a change for its user's sockets. */
  noteClosed(tx: Tx, notification: Notification): void {
    noteChange(tx, notification);
    audit(tx, notification, 'notifications.notification-closed', { status: notification.status });
  }
}

/** Stores the change of status, so that all sockets of the user receive it, whichever process they are connected to. */
function noteChange(tx: Tx, { sub, notificationUuid, status }: Notification): void {
  NotificationChanges.note(tx, { sub, notification_uuid: notificationUuid, status });
}

function audit(tx: Tx, { sub, notificationUuid, tenant }: Notification, kind: string, details: JsonObject): void {
  tx.pending.audit.push({ kind, tenant, subject: sub, details: { notificationUuid, ...details } });
}

const asNotification = (row: object): Notification => Object.assign(new Notification(), row);
