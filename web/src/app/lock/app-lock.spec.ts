/** @jest-environment jsdom */
import { jest } from '@jest/globals';
import { AppLock } from './app-lock.js';

let isOwner = true;
let now = 1_000_000;
const check = {
  works: () => Promise.resolve(true),
  prepare: () => Promise.resolve('credential'),
  ask: () => Promise.resolve(isOwner),
};
/** A lock as after loading the page. */
const loaded = (proven = false): AppLock => {
  const lock = new AppLock(check, () => now);
  lock.start(proven);
  return lock;
};
const pass = (seconds: number): void => {
  now += seconds * 1_000;
  jest.advanceTimersByTime(seconds * 1_000);
};
const see = (state: 'hidden' | 'visible'): void => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  isOwner = true;
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'addEventListener');
  see('visible');
});
afterEach(() => {
  // The page of the test is over: its locks hear nothing any more.
  for (const [name, listener] of jest.mocked(addEventListener).mock.calls) removeEventListener(name, listener);
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('The lock of the app', () => {
  it('is off until its user turns it on', () => {
    const lock = loaded();
    pass(3_600);
    expect([lock.on, lock.locked.value]).toEqual([false, false]);
  });

  it('locks after a minute without use, and every use begins the minute anew', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    pass(50);
    dispatchEvent(new Event('pointerdown'));
    pass(50);
    expect(lock.locked.value).toBe(false);
    pass(20);
    expect(lock.locked.value).toBe(true);
  });

  it('opens for the owner of the device only, and a use of the locked page changes nothing', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    pass(61);
    isOwner = false;
    dispatchEvent(new Event('keydown'));
    expect([await lock.unlock(), lock.locked.value]).toEqual([false, true]);
    isOwner = true;
    expect([await lock.unlock(), lock.locked.value]).toEqual([true, false]);
  });

  it('locks a page that is opened again later, keeps one open that is loaded again at once, and trusts a new sign-in', async () => {
    await loaded().turnOn('Meridian');
    expect(loaded().locked.value).toBe(false);
    now += 61_000;
    expect(loaded(true).locked.value).toBe(false);
    sessionStorage.clear(); // the app was closed
    expect(loaded().locked.value).toBe(true);
  });

  it('locks a page that was away longer, though its timers stood still', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    see('hidden');
    now += 300_000;
    see('visible');
    expect(lock.locked.value).toBe(true);
  });

  it('locks a page that stayed visible while the device slept, though the timer stood still', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    now += 28_800_000;
    dispatchEvent(new Event('pointerdown'));
    expect(lock.locked.value).toBe(true);
  });

  it('locks at once when another app comes in front, where its user wants that', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    lock.wait(0);
    pass(600);
    expect(lock.locked.value).toBe(false);
    see('hidden');
    see('visible');
    expect(lock.locked.value).toBe(true);
  });

  it('is turned off by the owner of the device only', async () => {
    const lock = loaded();
    await lock.turnOn('Meridian');
    isOwner = false;
    expect([await lock.turnOff(), lock.on]).toEqual([false, true]);
    isOwner = true;
    expect([await lock.turnOff(), lock.on]).toEqual([true, false]);
  });
});
