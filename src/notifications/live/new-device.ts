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
  /** ISO 8601, UTC. */
  readonly registered_at: string;
};
