import { DomainEvent, Event } from '../../shared/kernel/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { DevicePlatform } from '../devices/device.js';

/** Identifies a user for other contexts: by the permanent id, and by the enterprise's own id. */
export interface UserRef {
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}

/**
 * Who or what changed a user's status: `attempts` means too many failed attempts to sign in, and `time` means long
 * inactivity. It determines what happens to the user's open notifications.
 */
export const changers = ['enterprise', 'user', 'attempts', 'time'] as const;
export type ChangedBy = (typeof changers)[number];

/** Up to a hundred users were enrolled together. They share this event. */
@Event('users.users-enrolled.v1', { about: 'batchId' })
export class UsersEnrolled extends DomainEvent<{
  readonly batchId: string;
  readonly users: readonly (UserRef & { readonly status: UserStatus })[];
}> {}

@Event('users.user-status-changed.v1', { about: 'sub' })
export class UserStatusChanged extends DomainEvent<
  UserRef & {
    readonly from: UserStatus;
    readonly to: UserStatus;
    readonly by: ChangedBy;
  }
> {}

@Event('users.user-onboarded.v1', { about: 'sub' })
export class UserOnboarded extends DomainEvent<UserRef> {}

@Event('users.user-activated.v1', { about: 'sub' })
export class UserActivated extends DomainEvent<UserRef> {}

/**
 * A user is no longer ACTIVE, so earlier sessions and tokens are void. Delivered before the response is sent, because
 * the caller relies on this.
 */
@Event('users.user-left-active.v1', { about: 'sub', beforeAnswer: true })
export class UserLeftActive extends DomainEvent<UserRef & { readonly status: UserStatus; readonly by: ChangedBy }> {}

/**
 * A change of the mail address was undone from the old address. All of the user's sessions are ended before the
 * response is sent.
 */
@Event('users.address-change-undone.v1', { about: 'sub', beforeAnswer: true })
export class AddressChangeUndone extends DomainEvent<UserRef> {}

/** The personal data of a user has been erased. Every context deletes what it stores about the user. */
@Event('users.user-erased.v1', { about: 'sub' })
export class UserErased extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}> {}

/** A device was registered. The user's other devices are notified. */
@Event('users.device-registered.v1', { about: 'sub' })
export class DeviceRegistered extends DomainEvent<
  UserRef & { readonly deviceId: string; readonly name: string; readonly platform: DevicePlatform }
> {}

@Event('users.device-blocked.v1', { about: 'sub' })
export class DeviceBlocked extends DomainEvent<UserRef & { readonly deviceId: string }> {}

@Event('users.device-removed.v1', { about: 'sub' })
export class DeviceRemoved extends DomainEvent<
  UserRef & {
    readonly deviceId: string;
    /** Who removed the device. If absent, it was the enterprise. */
    readonly by?: 'user' | 'enterprise';
  }
> {}
