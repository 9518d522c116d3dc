import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../shared/kernel/index.js';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../users/contract/index.js';
import type { Notification } from '../notification/notification.entity.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';
import { statusBody } from '../notification/status-body.mapper.js';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Exports the questions to a person and their answers, while they are kept. */
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
    let after: string | undefined = BEFORE_ALL;
    while (after !== undefined) {
      const page: Notification[] = await this.upkeep.pageOf(sub, after);
      yield page.map((one) => exported(this.seals.told(one)));
      after = page.at(-1)?.notificationUuid;
    }
  }
}

const exported = (notification: Notification): JsonObject => ({
  ...statusBody(notification),
  content: JSON.parse(notification.content) as JsonObject,
  ds_required: notification.dsRequired,
});
