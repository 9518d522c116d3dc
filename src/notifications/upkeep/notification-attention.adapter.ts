import { Injectable } from '@nestjs/common';
import { AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import { Clock, leastIdAt, type Tenant } from '../../shared/kernel/index.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const WEEK_MS = 7 * 86_400_000;

/** Draws operators' attention to notifications of the last week that were altered or reported as fraud. */
@Injectable()
export class NotificationAttention extends AttentionSource {
  constructor(
    private readonly notifications: NotificationUpkeepRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async needs(tenant: Tenant): Promise<readonly Need[]> {
    const since = leastIdAt(this.clock.now().getTime() - WEEK_MS);
    const { tampered, tamperedSince, fraud, fraudSince } = await this.notifications.alarming(
      tenant,
      since,
      MOST_COUNTED,
    );
    return [
      { kind: 'notifications.tampered', count: tampered, oldest: tamperedSince, severity: 'critical' },
      { kind: 'notifications.fraud', count: fraud, oldest: fraudSince, severity: 'critical' },
    ];
  }
}
