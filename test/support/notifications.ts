import { randomUUID } from 'node:crypto';
import { Database, UnitOfWork } from '../../src/shared/persistence/index.js';
import type { UserRef } from '../../src/users/contract/index.js';
import type { TestApplication } from './application.js';
import { Notification } from '../../src/notifications/notification/notification.entity.js';
import { NotificationErrors } from '../../src/notifications/contract/index.js';
import { NotificationRepository } from '../../src/notifications/notification/notification.repository.js';
import { NotificationSeals } from '../../src/notifications/notification/notification-seals.service.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import { activeUser, registerDevice } from './devices.js';

/** A notification as an enterprise's server sends one; whatever a test is about, it says itself. */
export const newNotification = (userId: string, fields: object = {}) => ({
  user_id: userId,
  msg_id: `m-${randomUUID()}`,
  expires_in: 300,
  body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR?' }],
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Decline', action: 'reject', authlevel: 0 },
  ],
  ds_required: false,
  ...fields,
});

export interface StoredNotification {
  readonly status: string;
  readonly content: string;
  readonly contentDigest: string;
  readonly seal: string;
  readonly updatedAt: Date;
}

/** What the database holds of one. */
export async function storedNotification(running: TestApplication, uuid: string): Promise<StoredNotification> {
  const [row] = await running.app.get(Database).rows<StoredNotification & Record<string, unknown>>(
    `SELECT status, content, content_digest AS "contentDigest", seal, updated_at AS "updatedAt"
     FROM notifications.notification WHERE notification_uuid = $1`,
    [uuid],
  );
  if (!row) throw new Error(`There is no notification ${uuid}`);
  return row;
}

/** Somebody ACTIVE, with a phone unless told otherwise. */
export async function addressee(running: TestApplication, { phone = true } = {}): Promise<UserRef> {
  const user = await activeUser(running, `u-${randomUUID().slice(0, 8)}`);
  if (phone) await registerDevice(running, user.sub);
  return user;
}

type NewNotification = Parameters<typeof Notification.create>[1];

/** One that was created at another time than now, past the API. */
export async function seeded(
  { app }: TestApplication,
  user: UserRef,
  { createdAt = new Date(), ...changes }: Partial<NewNotification> & { createdAt?: Date } = {},
): Promise<Notification> {
  const asked: NewNotification = {
    msgId: `m-${randomUUID()}`,
    content: {
      actions: [{ label: 'Approve', action: 'accept', authlevel: 0 }],
      body: [{ lng: 'en', subject: 'Confirm', message: 'Pay?' }],
    },
    requestDigest: 'seeded',
    dsRequired: false,
    expiresInSeconds: 300,
    pushMessage: null,
    callbackUrl: null,
    template: null,
    ...{ createdBy: null, kind: null, request: null },
    ...changes,
  };
  const notification = Notification.create(user, asked, createdAt);
  app.get(NotificationSeals).seal(notification);
  await app
    .get(UnitOfWork)
    .run((tx) => app.get(NotificationRepository).add(tx, notification, NotificationErrors.messageIdTaken));
  return notification;
}

/** Changes one and seals it anew, as if it had been made so. */
export async function remade(
  { app }: TestApplication,
  uuid: string,
  change: (notification: Notification) => unknown,
): Promise<void> {
  await app.get(UnitOfWork).run(async (tx) => {
    const notification = await app.get(NotificationRepository).lockAny(tx, A_TEST, uuid);
    if (!notification) throw new Error(`There is no notification ${uuid}`);
    change(notification);
    app.get(NotificationSeals).seal(notification);
    await tx.save(notification);
  });
}

/** More of the same, each created and finished a little earlier. */
export async function copies({ app }: TestApplication, uuid: string, count: number): Promise<void> {
  const original = await app.get(UnitOfWork).run((tx) => app.get(NotificationRepository).lockAny(tx, A_TEST, uuid));
  if (!original) throw new Error(`There is no notification ${uuid}`);
  const copied = Array.from({ length: count }, (_, number) => {
    const earlier = (time: Date) => new Date(time.getTime() - (number + 1) * 1_000);
    const [createdAt, updatedAt] = [earlier(original.createdAt), earlier(original.updatedAt)];
    const fields = { notificationUuid: randomUUID(), msgId: randomUUID(), createdAt, updatedAt };
    const copy = Object.assign(new Notification(), original, fields);
    app.get(NotificationSeals).seal(copy);
    return {
      ...{ notification_uuid: copy.notificationUuid, msg_id: copy.msgId, created_at: createdAt, updated_at: updatedAt },
      ...{ seal: copy.seal, outcome_seal: copy.outcomeSeal },
    };
  });
  await app.get(Database).rows(
    `INSERT INTO notifications.notification
     SELECT (jsonb_populate_record(n, copied)).*
     FROM notifications.notification n, jsonb_array_elements($2::jsonb) copied WHERE n.notification_uuid = $1`,
    [uuid, JSON.stringify(copied)],
  );
}

const A_TEST = Tenant.all('a test');
