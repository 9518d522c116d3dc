import { batch, computed, signal } from '@preact/signals';
import {
  type ActiveNotification,
  type AnswerResult,
  type Changes,
  type Client,
  type Connection,
  CountersignError,
  type FinalStatus,
  type RegisteredDevice,
  type Session,
} from '@countersign/client';
import { announce } from './announce.js';
import { detailsOf } from './device-name.js';
import { hasCode, isOffline, messageOf } from './failures.js';
import { t } from './language.js';
import { preferences } from './preferences.js';
import { giveNumber, pendingStepUp } from './step-up/step-ups.js';
import { typedNumbers } from './step-up/typed-numbers.js';
import { announceNew, endedIn, openRequests, stillOpen } from './open-requests.js';
import type { Loaded, Receipt } from './state.js';
import { followClock, readClock } from './time.js';

const LATER = 'device-later';
/** The state of the app, as signals, and the actions of its user. All calls go through the client library. */
export class Phone {
  readonly session = signal<Session | null>(null);
  /** The registered device of this browser; `null` if there is none, undefined while that is unknown. */
  readonly device = signal<RegisteredDevice | null | undefined>(undefined);
  /** Whether the user has put off registering this device. */
  readonly later = signal(preferences.read(LATER) !== undefined);
  /** Whether this device is still to be registered. */
  readonly registering = computed(() => !!this.session.value && this.device.value === null && !this.later.value);
  readonly connection = signal<Connection>('offline');
  readonly online = signal(navigator.onLine);
  readonly requests = signal<Loaded<readonly ActiveNotification[]>>({ state: 'loading' });
  /** The final statuses of requests that ended while they were open in this app. */
  readonly ended = signal<Readonly<Record<string, FinalStatus>>>({});
  readonly receipt = signal<Receipt | undefined>(undefined);
  /** Incremented whenever the history may have changed. */
  readonly endings = signal(0);
  /** The id of the request that has ended because the user entered or chose a wrong number. */
  readonly wrongNumber = signal<string | undefined>(undefined);
  /** Why the live connection has ended for good. */
  readonly trouble = signal('');
  /** Why nobody is signed in any more. */
  readonly note = signal('');
  #reading: Promise<string | undefined> = Promise.resolve(undefined);
  /** Requests that are over. A list that was requested before may still contain them. */
  readonly #over = new Set<string>();
  /** When the user came from the login page, by `performance.now()`, which does not depend on the device's clock. */
  #cameAt: number | undefined;
  /** Whether the user is signing out here. */
  #isLeaving = false;

  constructor(readonly client: Client) {
    followClock(() => client.now());
    client.on('connection', (state) => {
      this.connection.value = state;
      if (state === 'online') this.trouble.value = '';
    });
    client.on('error', (error) => (this.trouble.value = messageOf(error)));
    client.on('changed', (changes) => this.#changed(changes));
    client.on('session', (session) => batch(() => this.#sessionChanged(session)));
    for (const name of ['online', 'offline']) addEventListener(name, () => (this.online.value = navigator.onLine));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && this.session.value) void this.again();
    });
  }

  /** Restores the user who was signed in before, or who has just come back from the login page. */
  async start(cameBackBy: string | undefined): Promise<void> {
    try {
      const session = await this.#sessionBy(cameBackBy);
      if (session) await this.#enter(session);
    } catch (error) {
      this.note.value = messageOf(error);
    }
  }

  /**
   * Signs in with the address from the login page, or restores the stored session. An unusable address, such as one
   * that was opened twice, does not end that session.
   */
  async #sessionBy(cameBackBy: string | undefined): Promise<Session | null> {
    if (cameBackBy === undefined) return this.client.restore();
    try {
      const session = await this.client.finishSignIn(cameBackBy);
      this.#cameAt = performance.now();
      return session;
    } catch (error) {
      // No message for a user who cancelled on the login page.
      const turnedBack = error instanceof CountersignError && error.details.reason === 'access_denied';
      if (!turnedBack) this.note.value = messageOf(error);
      return this.client.restore();
    }
  }

  async #enter(session: Session): Promise<void> {
    this.note.value = '';
    this.session.value = session;
    const device = await this.client.device.current();
    if (!this.#isOf(session.sub)) return;
    this.device.value = device;
    if (device) void typedNumbers.say(this.client);
    void this.client.connect();
    await this.refresh();
  }

  signInUrl(again = false): Promise<string> {
    return this.client.beginSignIn({ ...(again && { prompt: 'login' }), uiLocales: [document.documentElement.lang] });
  }

  async signOut(): Promise<void> {
    this.#isLeaving = true;
    this.client.disconnect();
    await this.client.signOut().finally(() => (this.#isLeaving = false));
    this.#forget();
  }

  /**
   * Reads the list of open requests again. A call during another read waits for that read, and then reads once more.
   * Resolves with an error message for the user if the list could not be read.
   */
  refresh(): Promise<string | undefined> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  /** Reads the list again on request of the user, and reconnects if the live connection had ended. */
  again(): Promise<string | undefined> {
    if (this.trouble.value !== '') void this.client.connect().catch(() => undefined);
    return this.refresh();
  }

  async #read(): Promise<string | undefined> {
    const sub = this.session.value?.sub;
    try {
      const read = await openRequests(this.client, this.#over);
      if (!this.#isOf(sub)) return undefined;
      readClock(); // the answer has told the time of the service
      announceNew(this.requests.value, read.items);
      this.requests.value = { state: 'ready', ...read };
      return undefined;
    } catch (error) {
      if (!this.#isOf(sub)) return undefined;
      const message = isOffline(error) && !navigator.onLine ? t('offlineText') : messageOf(error);
      if (this.requests.value.state !== 'ready') this.requests.value = { state: 'failed', message };
      else if (!isOffline(error)) announce(message);
      return message;
    }
  }

  /**
   * Sends an answer, signed if this device is registered. Without a network it fails at once: answers are never sent
   * later.
   */
  async answer(notification: ActiveNotification, response: string, number?: string): Promise<AnswerResult> {
    giveNumber(number);
    const result = await this.client.notifications.answer(notification, response).catch((error: unknown) => {
      if (number !== undefined && hasCode(error, 'step_up')) this.wrongNumber.value = notification.notification_uuid;
      throw error;
    });
    this.receipt.value = { notification, response, signed: result.is_ds_verified, at: this.client.now() };
    this.#remove(notification.notification_uuid);
    return result;
  }

  async dismiss({ notification_uuid: uuid }: ActiveNotification): Promise<void> {
    await this.client.notifications.dismiss(uuid);
    this.#remove(uuid);
  }

  get secondsSinceLogin(): number {
    if (this.#cameAt !== undefined) return (performance.now() - this.#cameAt) / 1_000;
    return this.client.now() / 1_000 - (this.session.value?.authTime ?? 0);
  }

  async register(name: string): Promise<void> {
    this.adopt(await this.client.device.register(detailsOf(name)));
  }

  /** Stores that this device is registered. */
  adopt(device: RegisteredDevice): void {
    this.device.value = device;
    typedNumbers.said();
    this.#putOff(false);
  }

  async rename(name: string): Promise<void> {
    this.device.value = await this.client.device.rename(name);
  }

  async removeDevice(): Promise<void> {
    await this.client.device.remove();
    this.device.value = null;
    this.#putOff(true);
  }

  putOffRegistration(): void {
    this.#putOff(true);
  }

  #putOff(later: boolean): void {
    preferences.write(LATER, later ? 'yes' : undefined);
    this.later.value = later;
  }

  #changed({ changes, reset }: Changes): void {
    const over = endedIn(changes);
    if (over.length > 0) this.ended.value = { ...this.ended.value, ...Object.fromEntries(over) };
    for (const [uuid] of over) this.#remove(uuid);
    if (reset || over.length > 0) this.endings.value += 1;
    if (reset || changes.length > over.length) void this.refresh();
  }

  #remove(uuid: string): void {
    this.#over.add(uuid);
    const { value } = this.requests;
    if (value.state === 'ready') this.requests.value = { ...value, items: stillOpen(value.items, this.#over) };
  }

  #sessionChanged(session: Session | null): void {
    if (!this.session.value || session?.sub === this.session.value.sub) this.session.value = session;
    else {
      this.#forget();
      // Another tab has signed out, and may have signed in another user.
      if (session) this.#enter(session).catch((error: unknown) => (this.note.value = messageOf(error)));
      else if (!this.#isLeaving) this.note.value = t('signedOutElsewhere');
    }
  }

  /** Whether this user is still signed in. */
  #isOf(sub: string | undefined): boolean {
    return this.session.value?.sub === sub;
  }

  #forget(): void {
    pendingStepUp.value?.settle(null);
    this.#cameAt = undefined;
    this.session.value = null;
    this.device.value = undefined;
    this.requests.value = { state: 'loading' };
    this.ended.value = {};
    this.receipt.value = undefined;
    this.trouble.value = '';
    this.#putOff(false);
  }
}
