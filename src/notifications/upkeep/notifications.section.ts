import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../shared/kernel/index.js';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../users/contract/index.js';
import type { Notification } from '../notification/notification.entity.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';
import { statusBody } from '../notification/status-body.mapper.js';

/** Exports a user's stored notifications and answers as part of their personal data. */
@Injectable()
export class NotificationsSection extends PersonalData {
  constructor(
    private readonly upkeep: NotificationUpkeepRepository,
    private readonly seals: NotificationSeals,
  ) {
    super();
  }

  section({ sub }: UserRef): Promise<PersonalDataSection> {
    return Promise.resolve({ name: 'notifications', data: this.#pagesOf(sub) });
  }

  async *#pagesOf(sub: string): AsyncGenerator<readonly JsonObject[]> {
    let page = await this.upkeep.pageOf(sub);
    while (page.length > 0) {
      yield page.map((one) => exported(this.seals.redactIfAltered(one)));
      page = await this.upkeep.pageOf(sub, page.at(-1));
    }
  }
}

const exported = (notification: Notification): JsonObject => ({
  ...statusBody(notification),
  content: JSON.parse(notification.content) as JsonObject,
  ds_required: notification.dsRequired,
});
