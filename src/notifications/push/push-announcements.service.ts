import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { Enterprises } from '../../users/contract/index.js';
import { SIGNATURE } from '../requests/new-notification.js';
import { quietUntil } from './quiet-hours.js';
import type { Notification } from '../notification/notification.entity.js';
import { PushServices } from './services/push-services.service.js';
import { pushToAll } from './push.jobs.js';

/**
 * Schedules pushes about a new notification to the user's devices. During the enterprise's quiet hours, pushes wait
 * until the quiet hours end.
 */
@Injectable()
export class PushAnnouncements {
  constructor(
    private readonly services: PushServices,
    private readonly enterprises: Enterprises,
    private readonly clock: Clock,
  ) {}

  /** Returns the time until which a push must wait if quiet hours are in effect. Call it before the transaction. */
  async waitsUntil(enterpriseId: string): Promise<Date | undefined> {
    if (this.services.areNone) return undefined;
    return quietUntil((await this.enterprises.find(enterpriseId))?.quietHours, this.clock.now());
  }

  announce(tx: Tx, notification: Notification, dueAt: Date | undefined): void {
    // A notification for a signature needs no push: the app that created it is already showing it.
    if (notification.kind === SIGNATURE) return;
    if (this.services.areNone || (dueAt && notification.isOverdue(dueAt))) return;
    tx.pending.jobs.push(pushToAll(notification.ref, dueAt));
  }
}
