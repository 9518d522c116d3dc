import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Sealer } from '../../../shared/security/index.js';
import { AlarmSubscription } from './alarm-subscription.entity.js';

/** A server that an operator has set up to receive alarms as signed webhook calls. */
export type AlarmServer = { readonly url: string; readonly secret: string };

@Injectable()
export class AlarmSubscriptionRepository {
  constructor(
    @InjectRepository(AlarmSubscription) private readonly rows: Repository<AlarmSubscription>,
    private readonly sealer: Sealer,
  ) {}

  all(): Promise<AlarmSubscription[]> {
    return this.rows.find({ order: { sub: 'ASC' }, take: MOST });
  }

  async find(sub: string): Promise<AlarmSubscription | undefined> {
    return (await this.rows.findOneBy({ sub })) ?? undefined;
  }

  serverOf({ sub, sealedServer }: AlarmSubscription): AlarmServer | null {
    return sealedServer && (this.sealer.openJson(sealedServer, AlarmSubscription.sealContext(sub)) as AlarmServer);
  }

  setServer(subscription: AlarmSubscription, server: AlarmServer | null): void {
    const context = AlarmSubscription.sealContext(subscription.sub);
    subscription.sealedServer = server && this.sealer.sealJson({ ...server }, context);
  }
}

/** Maximum number of subscriptions that are read. Each operator has at most one. */
const MOST = 1_000;
