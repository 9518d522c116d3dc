/** The topic of the signal that a user has registered a device: it goes to the sockets of the user in all processes. */
export const DEVICE_ADDED = 'notifications.device-added';

export type DeviceAdded = {
  readonly sub: string;
  readonly device_id: string;
  readonly name: string;
  readonly platform: string;
  /** ISO 8601, UTC. */
  readonly registered_at: string;
};
