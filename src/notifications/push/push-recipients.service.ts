import { Injectable } from '@nestjs/common';
import {
  DEFAULT_LANGUAGE,
  Devices,
  Enterprises,
  type PushTarget,
  UserDirectory,
  type UserRef,
} from '../../users/contract/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { type AccountHint, accountHint, cutToFit, generalHint } from './push.js';
import type { Notification } from '../notification/notification.entity.js';
import type { PushHint } from './services/push-service.port.js';
import { PushServices } from './services/push-services.service.js';

/** Finds the devices of a user that can receive a push, and the text of the push. */
@Injectable()
export class PushRecipients {
  constructor(
    private readonly devices: Devices,
    private readonly users: UserDirectory,
    private readonly enterprises: Enterprises,
    private readonly services: PushServices,
    private readonly seals: SealedRows,
  ) {}

  async targetsOf(sub: string): Promise<PushTarget[]> {
    const targets = await this.devices.pushTargets(sub);
    return targets.filter(({ platform }) => this.services.for(platform) !== undefined);
  }

  async target(sub: string, deviceId: string): Promise<PushTarget | undefined> {
    return (await this.devices.pushTargets(sub)).find((target) => target.deviceId === deviceId);
  }

  async hintFor(notification: Notification, pushToken: string): Promise<PushHint> {
    const { enterpriseId, notificationUuid, expiryAt: expiresAt } = notification;
    const pushMessage = (await this.seals.holds(notification)) ? notification.pushMessage : null;
    const words = pushMessage ?? (await this.#wordsFor(notification, generalHint));
    return { enterpriseId, notificationUuid, pushToken, expiresAt, ...cutToFit(words) };
  }

  async hintAtAccount(owner: UserRef, what: AccountHint, pushToken: string, expiresAt: Date): Promise<PushHint> {
    const words = await this.#wordsFor(owner, (language) => accountHint(what, language));
    return { enterpriseId: owner.enterpriseId, pushToken, expiresAt, ...cutToFit(words) };
  }

  /** Deletes the push token of a device, unless the device has registered a new one in the meantime. */
  async forget(owner: UserRef, { deviceId, pushToken }: PushTarget): Promise<void> {
    const now = await this.target(owner.sub, deviceId);
    if (now?.pushToken === pushToken) await this.devices.change(owner, deviceId, { pushToken: null });
  }

  async #wordsFor(
    { enterpriseId, sub }: Pick<UserRef, 'enterpriseId' | 'sub'>,
    hint: (language: string) => string,
  ): Promise<{ subject: string; message: string }> {
    const [enterprise, user] = await Promise.all([this.enterprises.find(enterpriseId), this.users.find(sub)]);
    return { subject: enterprise?.name ?? enterpriseId, message: hint(user?.language ?? DEFAULT_LANGUAGE) };
  }
}
