import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { Devices, UserDirectory, UserErrors, type UserRef, type UserStatus } from '../../users/contract/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';

/** Finds the users who receive notifications. */
@Injectable()
export class RecipientLookup {
  constructor(
    private readonly users: UserDirectory,
    private readonly devices: Devices,
  ) {}

  /** Finds a user by the id that the enterprise has given them. Login names are not accepted. */
  async find(tenant: Tenant, userId: string): Promise<UserRef> {
    const card = await this.users.findByLogin(tenant, userId);
    if (card?.ref.userId !== userId) throw UserErrors.notFound(`There is no user ${userId}`);
    return card.ref;
  }

  async statusOf(sub: string): Promise<UserStatus | undefined> {
    return this.users.statusOf(sub);
  }

  /** Throws unless the user is ACTIVE and, if a signature is required, has a device that can sign. */
  async assertReachable(user: UserRef, mustSign: boolean): Promise<void> {
    const [status, canSign] = await Promise.all([this.users.statusOf(user.sub), !mustSign || this.canSign(user)]);
    if (status !== 'ACTIVE') throw NotificationErrors.userNotActive(`The user is ${status ?? 'erased'}`, { status });
    if (!canSign) throw NotificationErrors.noActiveDevice();
  }

  async canSign(user: UserRef): Promise<boolean> {
    return (await this.devices.list(user)).some(({ blocked }) => !blocked);
  }
}
