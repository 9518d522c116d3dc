/** All that other contexts may import from `users`. A leaf: it reaches no module, service or entity. */
export {
  Devices,
  type ActiveKey,
  type DeviceNonce,
  type DeviceRegistration,
  type Held,
  type PushTarget,
} from './devices.js';
export {
  devicePlatforms,
  LONGEST_DEVICE_NAME,
  LONGEST_PUSH_TOKEN,
  type DeviceCard,
  type DeviceChanges,
  type DevicePlatform,
} from './domain/device.js';
export type { DeviceJwk } from './domain/device-key.js';
export { DEFAULT_LANGUAGE } from './domain/default-language.js';
export { DeviceErrors } from './domain/users.errors.js';
export { DeviceBlocked, DeviceRegistered, DeviceRemoved } from './domain/users.events.js';
export type { EnterpriseProfile, NewEnterprise, QuietHours } from './domain/enterprise-profile.js';
export { EnterpriseErrors, UserErrors } from './domain/users.errors.js';
export {
  UserActivated,
  UserErased,
  UserLeftActive,
  UserOnboarded,
  UsersEnrolled,
  UserStatusChanged,
  type ChangedBy,
  type UserRef,
} from './domain/users.events.js';
export type { UserStatus } from './domain/user-status.js';
export { Enterprises } from './ports.js';
export {
  refusalOfUser,
  RefusesBlockedUsers,
  RefusesUsers,
  userOf,
  UserStatusGuard,
} from './guards/user-status.guard.js';
export { MessageSender, Undeliverable, type Addresses, type Message } from './message-sender.js';
export { PersonalData, type PersonalDataSection } from './ports.js';
export { UserActivation, type Activation, type ActivationAttempt } from './ports.js';
export { UserActivity } from './ports.js';
export { UserDirectory, type UserCard, type UserProfile } from './ports.js';
export { UserLockout } from './ports.js';
