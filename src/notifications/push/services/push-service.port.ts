import type { DevicePlatform } from '../../../users/contract/index.js';

/**
 * A push to one device, with the text that the device shows while the app is closed. Once opened, the app reads the
 * notification itself from the API.
 */
export interface PushHint {
  /** The enterprise of the user who gets the push. */
  readonly enterpriseId: string;
  /** The notification to answer. Absent if the push is not about a notification. */
  readonly notificationUuid?: string;
  readonly pushToken: string;
  readonly subject: string;
  readonly message: string;
  /** The push service may drop the push after this time. */
  readonly expiresAt: Date;
}

/** The response of a push service. `gone` means that the push token is permanently invalid. */
export type PushReceipt = 'taken' | 'gone';

/** A third-party push service. It throws on failure; the push is retried unless the error is a `PushRefused`. */
export abstract class PushService {
  abstract readonly platform: DevicePlatform;

  abstract send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt>;

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The longest time for which push services for Android and browsers agree to store a push. */
const MOST_SECONDS = 28 * 86_400;

/** How many seconds the push service shall store the push while the device is offline. */
export function secondsToKeep({ expiresAt }: PushHint, now: Date): number {
  const left = Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000);
  return Math.min(MOST_SECONDS, Math.max(0, left));
}

/** Thrown if the push service rejects a push and retrying would not help. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}
