import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Clock } from '../../../shared/kernel/clock.js';
import { currentContext } from '../../../shared/kernel/request-context.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import type { ContentAction } from '../../domain/content.js';
import { NotificationErrors } from '../../domain/notifications.errors.js';
import type { Answer, Notification } from '../../entities/notification.entity.js';
import { NotificationRepository } from '../notification.repository.js';
import { NotificationSeals } from '../notification-seals.service.js';
import type { MobileCaller } from '../mobile/mobile-operation.js';

/** An open notification of the caller, and the action that the answer chooses. */
export interface Chosen {
  readonly notification: Notification;
  readonly action: ContentAction;
}

/** What becomes of one notification by its user. Whoever holds the lock on its row first decides. */
@Injectable()
export class AnswerNotification {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly clock: Clock,
  ) {}

  /** Looks without a lock, so that nobody pays for what must fail. What it finds is looked at again under the lock. */
  async choose({ tenant, user }: MobileCaller, notificationUuid: string, response: string): Promise<Chosen> {
    const notification = isUuid(notificationUuid) ? await this.notifications.find(tenant, notificationUuid) : undefined;
    if (notification?.sub !== user.sub) throw NotificationErrors.notFound();
    notification.assertAnswerable(this.clock.now());
    await this.#assertSealed(notification);
    const action = notification.actionOf(response);
    if (!action) throw NotificationErrors.actionNotOffered();
    return { notification, action };
  }

  async answer(notification: Notification, answer: Omit<Answer, 'clientIp'>): Promise<void> {
    const clientIp = currentContext()?.address ?? null;
    await this.#change(notification, (locked, now) => locked.answer({ ...answer, clientIp }, now));
  }

  /** A device of the user signed something else than what is stored, or its signature fails. */
  async refuseStatement(notification: Notification, deviceId: string): Promise<void> {
    const clientIp = currentContext()?.address ?? null;
    await this.#change(notification, (locked, now) => locked.refuseStatement(deviceId, clientIp, now));
  }

  async dismiss({ user }: MobileCaller, notificationUuid: string): Promise<void> {
    if (!isUuid(notificationUuid)) throw NotificationErrors.notFound();
    await this.#change({ sub: user.sub, notificationUuid }, (locked, now) => locked.dismiss(now));
  }

  async #assertSealed(notification: Notification): Promise<void> {
    if (this.seals.holds(notification)) return;
    await this.#change(notification, () => undefined);
  }

  /** The change of state stays when the seal is broken; the caller is told all the same. */
  async #change(
    { sub, notificationUuid }: Pick<Notification, 'sub' | 'notificationUuid'>,
    change: (locked: Notification, now: Date) => void,
  ): Promise<void> {
    const isSealed = await this.uow.run(async (tx: Tx) => {
      const locked = await this.notifications.lockOfUser(tx, sub, notificationUuid);
      if (!locked) throw NotificationErrors.notFound();
      const now = this.clock.now();
      locked.assertAnswerable(now);
      if (!(await this.seals.check(tx, locked))) return false;
      change(locked, now);
      await this.notifications.save(tx, locked);
      return true;
    });
    if (!isSealed) throw NotificationErrors.tampered();
  }
}
