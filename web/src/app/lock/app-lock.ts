import { signal } from '@preact/signals';
import { preferences } from '../preferences.js';
import type { DeviceCheck } from './device-check.js';

/**
 * The choices of the user: after how many minutes without use the app locks. With 0, the app locks as soon as its page
 * is hidden.
 */
export const LOCK_AFTER = [0, 1, 5, 15] as const;

const NAME = 'lock';
const AFTER = 'lock-after';
const USED = 'countersign-used';
const MINUTE_MS = 60_000;
const USES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Hides the app until the device has recognised its owner: on request, and after a time without use. */
export class AppLock {
  /** The id of the credential with which the device recognises its owner; `undefined` while the lock is off. */
  readonly #name = signal(preferences.read(NAME));
  readonly after = signal(Number(preferences.read(AFTER) ?? 1));
  readonly locked = signal(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly check: DeviceCheck,
    private readonly now = Date.now,
  ) {}

  get on(): boolean {
    return this.#name.value !== undefined;
  }

  works(): Promise<boolean> {
    return this.check.works();
  }

  /**
   * Locks the app if the lock is on, unless the user has just signed in (`proven`) or the page was reloaded before the
   * time without use was over.
   */
  start(proven: boolean): void {
    this.locked.value = this.on && !proven && this.#isOverdue();
    for (const use of USES) addEventListener(use, () => this.#touched(), { passive: true });
    document.addEventListener('visibilitychange', () => this.#watch());
    this.#use();
  }

  async turnOn(label: string): Promise<void> {
    const name = await this.check.prepare(label);
    preferences.write(NAME, name);
    this.#name.value = name;
    this.#use();
  }

  /**
   * Turns the lock off only after the device has recognised its owner, so that nobody who finds the phone unlocked can
   * do so.
   */
  async turnOff(): Promise<boolean> {
    const name = this.#name.value;
    if (name !== undefined && !(await this.check.ask(name))) return false;
    this.forget();
    return true;
  }

  wait(minutes: number): void {
    preferences.write(AFTER, String(minutes));
    this.after.value = minutes;
    this.#use();
  }

  async unlock(): Promise<boolean> {
    const name = this.#name.value;
    if (name !== undefined && !(await this.check.ask(name))) return false;
    this.locked.value = false;
    this.#use();
    return true;
  }

  /**
   * Turns the lock off after a sign-out, without a check by the device. So users whose device no longer recognises them
   * can sign out and use the app again: the next sign-in proves more than the lock does.
   */
  forget(): void {
    preferences.write(NAME, undefined);
    this.#name.value = undefined;
    this.locked.value = false;
  }

  /**
   * Called when the user touches the page or types. If the time without use is already over, because timers stop while
   * a device sleeps, this locks the app instead of counting as a use.
   */
  #touched(): void {
    this.#watch();
    this.#use();
  }

  #use(): void {
    if (this.locked.value) return;
    sessionStorage.setItem(USED, String(this.now()));
    this.#watch();
  }

  readonly #isOverdue = (): boolean => this.#left() <= 0;

  /** Milliseconds until the app locks. 0 if nobody has used this page, or if the clock went back. */
  #left(): number {
    const unused = this.now() - Number(sessionStorage.getItem(USED) ?? 0);
    return unused < 0 ? 0 : this.after.value * MINUTE_MS - unused;
  }

  #watch(): void {
    clearTimeout(this.#timer);
    if (!this.on || this.locked.value) return;
    const isHidden = document.visibilityState === 'hidden';
    // With 0 minutes, the app locks as soon as its page is hidden, and never while the page is visible.
    if (this.after.value === 0) this.locked.value = isHidden;
    else if (this.#isOverdue()) this.locked.value = true;
    else this.#timer = setTimeout(() => this.#watch(), this.#left());
  }
}
