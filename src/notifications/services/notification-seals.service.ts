import { Injectable } from '@nestjs/common';
import { BlindIndex } from '../../shared/security/sealing/blind-index.js';
import { canonicalJson } from '../../shared/kernel/canonical-json.js';
import { contentDigest } from '../domain/content.js';
import type { Notification } from '../entities/notification.entity.js';

const PURPOSE = 'notifications/seal';

/**
 * The seal of a notification: a keyed hash over all that decides what an answer to it means. Whoever can write to the
 * database, but has no key, cannot change what was asked without being noticed.
 */
@Injectable()
export class NotificationSeals {
  constructor(private readonly index: BlindIndex) {}

  seal(notification: Notification): void {
    notification.seal = this.index.hash(sealed(notification), PURPOSE);
  }

  holds(notification: Notification): boolean {
    return (
      contentDigest(notification.content) === notification.contentDigest &&
      this.index.matches(notification.seal, sealed(notification), PURPOSE)
    );
  }
}

const sealed = (notification: Notification): string => {
  const { notificationUuid, enterpriseId, test, sub, userId, msgId, contentDigest: digest, dsRequired } = notification;
  const times = [notification.createdAt.toISOString(), notification.expiryAt.toISOString()];
  return canonicalJson([notificationUuid, enterpriseId, test, sub, userId, msgId, digest, dsRequired, ...times]);
};
