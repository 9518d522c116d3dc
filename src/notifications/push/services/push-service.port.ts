import type { DevicePlatform } from '../../../users/contract/index.js';

/** A hint that a device shows while its app sleeps. The app then asks us for the rest. */
export interface PushHint {
  /** The enterprise of the user. */
  readonly enterpriseId: string;
  /** The notification to answer. Without it, only the words matter. */
  readonly notificationUuid?: string;
  readonly pushToken: string;
  readonly subject: string;
  readonly message: string;
  /** After this time the push is useless. */
  readonly expiresAt: Date;
}

/** `gone` means that nothing will ever reach this address again. */
export type PushReceipt = 'taken' | 'gone';

/** A push service of a third party. It fails by throwing, and is tried again unless it throws `PushRefused`. */
export abstract class PushService {
  abstract readonly platform: DevicePlatform;

  abstract send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt>;

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The service does not accept a push like this one: another try would end the same way. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}
