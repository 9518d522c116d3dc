import type { DevicePlatform } from '../../../users/contract/index.js';

/**
 * The text of a push, which the device shows while its app is closed. When opened, the app reads the notification
 * itself from the API.
 */
export interface PushHint {
  /** The enterprise of the user. */
  readonly enterpriseId: string;
  /** The notification to answer. Absent for pushes that are only a message. */
  readonly notificationUuid?: string;
  readonly pushToken: string;
  readonly subject: string;
  readonly message: string;
  /** The push service may drop the push after this time. */
  readonly expiresAt: Date;
}

/** `gone` means that the push address is permanently invalid. */
export type PushReceipt = 'taken' | 'gone';

/** A third-party push service. It throws on failure; the push is repeated unless the error is a `PushRefused`. */
export abstract class PushService {
  abstract readonly platform: DevicePlatform;

  abstract send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt>;

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The push service refuses this push, and repeating it would not help. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}
