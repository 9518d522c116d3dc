/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { Push } from './push.js';

const KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

let subscription: { endpoint: string; unsubscribe: jest.Mock } | null;
let permission: NotificationPermission;
let told: string[];
let device: string | undefined;
const subscribe = jest.fn<(options: { userVisibleOnly: boolean; applicationServerKey: Uint8Array }) => unknown>();

beforeEach(() => {
  localStorage.clear();
  subscription = null;
  permission = 'granted';
  told = [];
  device = 'd-1';
  subscribe.mockReset().mockImplementation(() => (subscription = subscriptionAt('https://push.example/1')));
  Object.assign(window, {
    PushManager: class {},
    Notification: Object.assign(class {}, {
      get permission() {
        return permission;
      },
      requestPermission: () => Promise.resolve(permission),
    }),
  });
  Object.defineProperty(window.Notification, 'permission', { get: () => permission, configurable: true });
});

const subscriptionAt = (endpoint: string) => ({ endpoint, unsubscribe: jest.fn(() => (subscription = null)) });

const pushOf = (key = KEY) => {
  const pushManager = { getSubscription: () => Promise.resolve(subscription), subscribe };
  const worker = Promise.resolve({ pushManager } as unknown as ServiceWorkerRegistration);
  const tell = (token: string) => {
    told.push(token);
    return Promise.resolve();
  };
  return new Push(key === '' ? undefined : key, worker, tell, () => device);
};
const state = async (push: Push) => {
  await push.look();
  return push.state.value;
};

describe('Hints by Web Push', () => {
  it('are not offered where the service has no key', async () => {
    expect(await state(pushOf(''))).toBe('notOffered');
  });

  it('are off until the user wants them, and then told with the subscription', async () => {
    const push = pushOf();
    expect(await state(push)).toBe('off');
    await push.switchOn();
    expect(push.state.value).toBe('on');
    expect(JSON.parse(told[0] ?? '')).toEqual({ endpoint: 'https://push.example/1' });
    const { userVisibleOnly, applicationServerKey } = subscribe.mock.calls[0]![0];
    expect([userVisibleOnly, applicationServerKey.length, applicationServerKey[0]]).toEqual([true, 65, 4]);
  });

  it('are blocked where the user has refused them', async () => {
    const push = pushOf();
    permission = 'denied';
    await push.switchOn();
    expect([push.state.value, told]).toEqual(['blocked', []]);
  });

  it('follow a subscription that the browser has replaced', async () => {
    await pushOf().switchOn();
    subscription = subscriptionAt('https://push.example/2');
    expect(await state(pushOf())).toBe('on');
    expect(told.map((token) => JSON.parse(token).endpoint)).toEqual([
      'https://push.example/1',
      'https://push.example/2',
    ]);
  });

  it('are off on a device that is registered anew, since the service has no token of it', async () => {
    const push = pushOf();
    await push.switchOn();
    device = undefined;
    expect(await state(push)).toBe('off');
    device = 'd-2';
    expect([await state(push), told]).toEqual(['off', [expect.any(String)]]);
    await push.switchOn();
    expect([await state(pushOf()), told.length]).toEqual(['on', 2]);
  });

  it('stay on where an earlier release has not stored for which device, and tell the token once more', async () => {
    await pushOf().switchOn();
    localStorage.removeItem('countersign-app-push-device');
    expect([await state(pushOf()), told.length]).toEqual(['on', 2]);
    expect([await state(pushOf()), told.length]).toEqual(['on', 2]);
  });

  it('subscribe again where the browser has a subscription for another key', async () => {
    const old = (subscription = subscriptionAt('https://push.example/old'));
    subscribe.mockImplementationOnce(() => Promise.reject(new DOMException('another key', 'InvalidStateError')));
    await pushOf().switchOn();
    expect(old.unsubscribe).toHaveBeenCalled();
    expect(told).toHaveLength(1);
  });

  it('end here and at the service when they are switched off', async () => {
    const push = pushOf();
    await push.switchOn();
    await push.switchOff();
    expect([push.state.value, told.at(-1), subscription]).toEqual(['off', '', null]);
    expect(await state(pushOf())).toBe('off');
  });
});
