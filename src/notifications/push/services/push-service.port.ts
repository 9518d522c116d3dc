import type { DevicePlatform } from '../../../users/contract/index.js';

/** A hint that a device shows while its app sleeps. The app then asks us for the rest. */
export interface PushHint {
  /** The enterprise of the user. */
  readonly enterpriseId: string;
  /** The notification to answer; without it, only the words count. */
  readonly notificationUuid?: string;
  readonly pushToken: string;
  readonly subject: string;
  readonly message: string;
  /** The hint is useless after that. */
  readonly expiresAt: Date;
}

/** `gone`: nothing will ever reach this address again. */
export type PushReceipt = 'taken' | 'gone';

/** A service of others that wakes devices. It fails by throwing, and is tried again unless with `PushRefused`. */
export abstract class PushService {
  abstract readonly platform: DevicePlatform;

  abstract send(hint: PushHint, signal: AbortSignal): Promise<PushReceipt>;

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The service takes no hint of ours like this one: no other try would end otherwise. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
}
