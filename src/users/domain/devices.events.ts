import { DomainEvent, Event } from '../../shared/kernel/event.js';
import type { DevicePlatform } from './device.js';
import type { UserRef } from './users.events.js';

/** The user's other devices are told. */
@Event('users.device-registered.v1', { about: 'sub' })
export class DeviceRegistered extends DomainEvent<
  UserRef & { readonly deviceId: string; readonly name: string; readonly platform: DevicePlatform }
> {}

@Event('users.device-blocked.v1', { about: 'sub' })
export class DeviceBlocked extends DomainEvent<UserRef & { readonly deviceId: string }> {}

@Event('users.device-removed.v1', { about: 'sub' })
export class DeviceRemoved extends DomainEvent<UserRef & { readonly deviceId: string }> {}
