/** The only part of `users` that other contexts may import. It imports no module, service or entity. */
export { type AccountNotice, AccountNotices, type ToldReplacement } from './account-notices.port.js';
export { isStopCodeOf } from './account-notices.port.js';
export { type ActivityOfUser, ActivitySource } from './ports.js';
export { type Activity, type ActivityPosition, momentOf } from '../activity/merged-activity.js';
export {
  Devices,
  type ActiveKey,
  type AskedPhones,
  type DeviceNonce,
  type DeviceRegistration,
  type DeviceRemoval,
  type IfLastFactor,
  type LockedUserAndKey,
  type NewPhone,
  type PushTarget,
  type RemovingUser,
} from './devices.port.js';
export {
  devicePlatforms,
  LONGEST_DEVICE_NAME,
  LONGEST_PUSH_TOKEN,
  type DeviceCard,
  type DeviceChanges,
  type DevicePlatform,
} from '../devices/device.js';
export type { DeviceJwk } from '../devices/device-key.js';
export { DEFAULT_LANGUAGE } from './message-sender.port.js';
export { DeviceErrors } from './users.errors.js';
export { DeviceBlocked, DeviceRegistered, DeviceRemoved } from './users.events.js';
export {
  type EnterpriseProfile,
  type AllowedFactor,
  allowancesOf,
  leastLevelOf,
  type LevelDemands,
  type NewEnterprise,
  type QuietHours,
} from '../enterprises/enterprise-profile.js';
export { EnterpriseErrors, UserErrors } from './users.errors.js';
export {
  UserActivated,
  UserErased,
  UserLeftActive,
  AddressChangeUndone,
  UserOnboarded,
  UsersEnrolled,
  UserStatusChanged,
  type ChangedBy,
  type UserRef,
} from './users.events.js';
export type { UserStatus } from '../user/user-status.js';
export { type AskedAboutPhone, Enterprises, HeldFactors, NewPhoneApprovals } from './ports.js';
export {
  refusalOfUser,
  RefusesBlockedUsers,
  RefusesUsers,
  userOf,
  UserStatusGuard,
} from '../user/user-status.guard.js';
export {
  type AddressAsked,
  type AddressConfirmed,
  type AddressState,
  type AskedAddress,
  MailAddresses,
} from './mail-addresses.port.js';
export { MailedCodes, type CodeAttempt, type CodeRequest } from './ports.js';
export { COMMON_SENDER, MessageSender, Undeliverable, type Addresses, type Message } from './message-sender.port.js';
export { PersonalData, type PersonalDataSection } from './ports.js';
export { UserActivation, type Activation, type ActivationAttempt } from './ports.js';
export { ImportedPasswords, type ImportedPassword } from './ports.js';
export { UserActivity } from './ports.js';
export { UserDirectory, type UserCard, type UserProfile } from './ports.js';
export { UserLockout } from './ports.js';
export { ManagedUsers, OPERATORS_ENTERPRISE, type NewPerson } from './ports.js';
