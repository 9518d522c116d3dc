/**
 * Topic of the signal that is sent when a user registers a device. On receiving it, each process notifies the sockets
 * of that user.
 */
export const DEVICE_ADDED = 'notifications.device-added';

export type DeviceAdded = {
  readonly sub: string;
  readonly device_id: string;
  readonly name: string;
  readonly platform: string;
  /** The time of the registration in UTC, in the format of ISO 8601. */
  readonly registered_at: string;
};
