import type { ContentAction } from '@countersign/evidence';
import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Clock, currentContext, KernelErrors } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { type ActiveKey, Devices, refusalOfUser } from '../../users/contract/index.js';
import { refused } from '../mobile/mobile-codes.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import type { Answer, Notification } from '../notification/notification.entity.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import type { MobileCaller } from '../mobile/mobile-operation.port.js';

/** An open notification of the caller, and the action that the answer chooses. */
export interface AnswerableNotification {
  readonly notification: Notification;
  readonly action: ContentAction;
}

/** An answer whose signature and step-up have been checked, and the key of the device that signed it, if any. */
type VerifiedAnswer = Omit<Answer, 'clientIp' | 'signatureVerified'> & { readonly signer: ActiveKey | undefined };

/**
 * Answers a notification on behalf of its user. If several answers arrive concurrently, the first to lock the row wins.
 */
@Injectable()
export class AnswerNotification {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly devices: Devices,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds the notification and checks, without a row lock, that it accepts this response, so that refusing a call is
   * cheap. All checks are repeated under the lock.
   */
  async findAnswerable(
    { tenant, user }: MobileCaller,
    notificationUuid: string,
    response: string,
  ): Promise<AnswerableNotification> {
    const notification = isUuid(notificationUuid) ? await this.notifications.find(tenant, notificationUuid) : undefined;
    if (notification?.sub !== user.sub) throw NotificationErrors.notFound();
    notification.assertAnswerable(this.clock.now());
    await this.#assertSealed(notification);
    const action = notification.actionOf(response);
    if (!action) throw NotificationErrors.actionNotOffered();
    return { notification, action };
  }

  async answer(notification: Notification, { signer, ...answer }: VerifiedAnswer): Promise<void> {
    const clientIp = currentContext()?.address ?? null;
    const given = { ...answer, signatureVerified: signer !== undefined, clientIp };
    await this.#change(notification, (locked, now) => locked.answer(given, now), signer);
  }

  /**
   * Closes the notification because one of the user's devices has signed content that differs from the stored content.
   */
  async refuseStatement(notification: Notification, signer: ActiveKey): Promise<void> {
    const clientIp = currentContext()?.address ?? null;
    const change = (locked: Notification, now: Date) => locked.refuseStatement(signer.deviceId, clientIp, now);
    await this.#change(notification, change, signer);
  }

  async dismiss({ user }: MobileCaller, notificationUuid: string): Promise<void> {
    if (!isUuid(notificationUuid)) throw NotificationErrors.notFound();
    await this.#change({ sub: user.sub, notificationUuid }, (locked, now) => locked.dismiss(now));
  }

  async #assertSealed(notification: Notification): Promise<void> {
    if (this.seals.isUnaltered(notification)) return;
    await this.#change(notification, () => undefined);
  }

  /**
   * Checks again, under the lock, that the user and the signing device are active, because either may have been blocked
   * during the step-up.
   */
  async #assertUserAndDeviceActive(tx: Tx, sub: string, signer: ActiveKey | undefined): Promise<void> {
    const { status, key } = await this.devices.lockUserAndKey(tx, sub, signer?.deviceId);
    if (status !== 'ACTIVE') throw refusalOfUser(status) ?? KernelErrors.unauthenticated('Its user is not active');
    if (signer && !isSameKey(signer, key)) throw refused.signature('the device was removed or blocked meanwhile');
  }

  /**
   * Locks a notification and applies a change to it. If its seal does not match, it is saved as TAMPERED instead, and
   * the call fails.
   */
  async #change(
    { sub, notificationUuid }: Pick<Notification, 'sub' | 'notificationUuid'>,
    change: (locked: Notification, now: Date) => void,
    signer?: ActiveKey,
  ): Promise<void> {
    const isSealed = await this.uow.run(async (tx: Tx) => {
      const locked = await this.notifications.lockOfUser(tx, sub, notificationUuid);
      if (!locked) throw NotificationErrors.notFound();
      const now = this.clock.now();
      locked.assertAnswerable(now);
      if (!(await this.notifications.checkSeals(tx, locked, now))) return false;
      await this.#assertUserAndDeviceActive(tx, sub, signer);
      change(locked, now);
      await this.notifications.save(tx, locked);
      return true;
    });
    if (!isSealed) throw NotificationErrors.tampered();
  }
}

const isSameKey = (one: ActiveKey, other: ActiveKey | undefined): boolean =>
  other !== undefined && one.publicKey.x === other.publicKey.x && one.publicKey.y === other.publicKey.y;
