import { Injectable } from '@nestjs/common';
import { canonicalJson } from '../../shared/kernel/canonical-json.js';
import { Clock } from '../../shared/kernel/clock.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import { contentDigest } from '../domain/content.js';
import type { Notification } from '../entities/notification.entity.js';
import { NotificationRepository } from './notification.repository.js';

const PURPOSE = 'notifications/seal';

/**
 * The seal of a notification: a keyed hash over all that decides what an answer to it means. Whoever can write to the
 * database, but has no key, cannot change what was asked without being noticed.
 */
@Injectable()
export class NotificationSeals {
  constructor(
    private readonly index: BlindIndex,
    private readonly notifications: NotificationRepository,
    private readonly clock: Clock,
  ) {}

  seal(notification: Notification): void {
    notification.seal = this.index.hash(sealed(notification), PURPOSE);
  }

  holds(notification: Notification): boolean {
    return (
      contentDigest(notification.content) === notification.contentDigest &&
      this.index.matches(notification.seal, sealed(notification), PURPOSE)
    );
  }

  /** Of a notification that is locked. Returns false when it was altered: it is TAMPERED then. */
  async check(tx: Tx, notification: Notification): Promise<boolean> {
    if (this.holds(notification)) return true;
    if (notification.status !== 'ACTIVE') return false;
    notification.findSealBroken(this.clock.now());
    await this.notifications.save(tx, notification);
    return false;
  }
}

const sealed = (notification: Notification): string => {
  const { notificationUuid, enterpriseId, test, sub, userId, msgId, contentDigest: digest, dsRequired } = notification;
  const times = [notification.createdAt.toISOString(), notification.expiryAt.toISOString()];
  return canonicalJson([notificationUuid, enterpriseId, test, sub, userId, msgId, digest, dsRequired, ...times]);
};
