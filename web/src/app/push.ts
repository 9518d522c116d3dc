import { type Signal, signal } from '@preact/signals';
import { preferences } from './preferences.js';

/**
 * `notOffered`: the service has no VAPID keys for push messages. `blocked`: the user has blocked notifications of this
 * page, which only the browser's settings can change.
 */
export type PushState = 'notOffered' | 'unsupported' | 'blocked' | 'off' | 'on';

const WANTED = 'push-token';
/** The storage key for the id of the registered device whose push token the service knows. */
const DEVICE = 'push-device';

/** Web Push: the push token of the device is the browser's subscription, which contains the key for encryption. */
export class Push {
  readonly state: Signal<PushState>;

  constructor(
    private readonly vapidPublicKey: string | undefined,
    private readonly worker: Promise<ServiceWorkerRegistration | undefined>,
    private readonly tell: (token: string) => Promise<void>,
    private readonly device: () => string | undefined,
  ) {
    this.state = signal(vapidPublicKey === undefined ? 'notOffered' : 'unsupported');
  }

  /**
   * Reads whether push is on. If the browser has replaced the subscription, reports the new push token to the service.
   * If another device has been registered since push was switched on, push is off, because the service does not know
   * the push token of that device.
   */
  async look(): Promise<void> {
    const manager = await this.#manager();
    if (!manager) return;
    const token = tokenOf(await manager.getSubscription());
    if (Notification.permission === 'denied') this.state.value = 'blocked';
    else this.state.value = token !== undefined && this.#isWanted() ? 'on' : 'off';
    const isTold = preferences.read(WANTED) === token && preferences.read(DEVICE) !== undefined;
    if (this.state.value === 'on' && token !== undefined && !isTold) await this.#keep(token);
  }

  async switchOn(): Promise<void> {
    const manager = await this.#manager();
    if (!manager || this.vapidPublicKey === undefined) return;
    if ((await Notification.requestPermission()) !== 'granted') {
      await this.look();
      return;
    }
    const applicationServerKey = bytesOf(this.vapidPublicKey);
    const subscription = await subscribed(manager, applicationServerKey);
    await this.#keep(tokenOf(subscription) ?? '');
    this.state.value = 'on';
  }

  async switchOff(): Promise<void> {
    const subscription = await (await this.#manager())?.getSubscription();
    await this.tell('');
    this.#forgetToken();
    await subscription?.unsubscribe();
    this.state.value = 'off';
  }

  /** Removes the subscription, so that a device that no longer belongs to the user shows no notifications. */
  async forget(): Promise<void> {
    this.#forgetToken();
    await (await (await this.#manager())?.getSubscription())?.unsubscribe();
  }

  async #keep(token: string): Promise<void> {
    await this.tell(token);
    preferences.write(WANTED, token);
    preferences.write(DEVICE, this.device());
  }

  #forgetToken(): void {
    for (const key of [WANTED, DEVICE]) preferences.write(key, undefined);
  }

  /**
   * Whether push was switched on for the device that is registered now. Earlier releases did not store for which
   * device.
   */
  #isWanted(): boolean {
    const device = this.device();
    const told = preferences.read(DEVICE) ?? device;
    return preferences.read(WANTED) !== undefined && device !== undefined && told === device;
  }

  async #manager(): Promise<PushManager | undefined> {
    if (this.vapidPublicKey === undefined || !('PushManager' in window) || !('Notification' in window))
      return undefined;
    return (await this.worker)?.pushManager;
  }
}

/**
 * Subscribes to push messages. If the browser already has a subscription with another key, removes it and subscribes
 * again.
 */
async function subscribed(manager: PushManager, applicationServerKey: Uint8Array<ArrayBuffer>) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}

const tokenOf = (subscription: PushSubscription | null): string | undefined =>
  subscription ? JSON.stringify(subscription) : undefined;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
