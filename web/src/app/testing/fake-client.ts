import {
  type ActiveNotification,
  type Client,
  CountersignError,
  type ErrorCode,
  type Events,
  type PastNotification,
  type RegisteredDevice,
  type Session,
} from '@countersign/client';

type Listener = (event: never) => void;

export const SESSION: Session = {
  userId: 'u-1',
  sub: '0198c7b0-0000-7000-8000-000000000001',
  name: 'Chloé Martin',
  authTime: Math.floor(Date.now() / 1_000),
};
export const DEVICE: RegisteredDevice = { deviceId: 'd-1', name: 'My phone' };

/** A fake of the client library that answers from lists in memory. */
export class FakeClient implements Client {
  session: Session | null = null;
  connection = 'online' as const;
  active: ActiveNotification[] = [];
  past: PastNotification[] = [];
  registered: RegisteredDevice | null = DEVICE;
  /** The error with which the next call fails. */
  failing: CountersignError | undefined;
  readonly calls: unknown[][] = [];
  readonly #listeners = new Map<string, Set<Listener>>();

  fail(code: ErrorCode, userMessage: string = code, reason?: string): void {
    this.failing = new CountersignError(code, userMessage, { ...(reason !== undefined && { reason }) });
  }

  tell<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) (listener as (event: unknown) => void)(event);
  }

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const those = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, those.add(listener));
    return () => those.delete(listener);
  }

  /** How far the clock of the service is ahead of the device's. */
  ahead = 0;
  now = () => Date.now() + this.ahead;
  restore = () => this.#done(this.session, 'restore');
  beginSignIn = (options = {}) => this.#done('https://auth.example/authorize', 'beginSignIn', options);
  finishSignIn = (url: string) => this.#done(SESSION, 'finishSignIn', url);
  getAccessToken = () => this.#done('token', 'getAccessToken');
  signOut = () => {
    this.tell('session', null);
    return this.#done(undefined, 'signOut');
  };
  connect = () => this.#done(undefined, 'connect');
  disconnect = () => void this.calls.push(['disconnect']);

  readonly notifications = {
    list: (options = {}) => {
      const { active } = this;
      return this.#done({ items: [...active], start: 1, count: active.length, total: active.length }, 'list', options);
    },
    history: (options = {}) => this.#done({ items: this.past, total: this.past.length }, 'history', options),
    answer: (item: ActiveNotification, response: string) => {
      const { notification_uuid } = item;
      const result = { notification_uuid, response, message: 'Success', is_ds_verified: true, foundOut: false };
      return this.#done(result, 'answer', item, response);
    },
    sign: (data: object) => this.#done({ notification_uuid: 'signed', signature: 'jws' }, 'sign', data),
    dismiss: (uuid: string) => this.#done(undefined, 'dismiss', uuid),
  };

  readonly device = {
    current: () => this.#done(this.registered, 'current'),
    register: (details: object) => this.#done(DEVICE, 'register', details),
    requestApproval: (details: object) => {
      const registered = () => this.#done(DEVICE, 'registered');
      const asked = { number: '47', devices: ['Old phone'], expiresAt: new Date(), registered };
      return this.#done(asked, 'requestApproval', details);
    },
    rename: (name: string) => this.#done({ ...DEVICE, name }, 'rename', name),
    setPushToken: (token: string) => this.#done(undefined, 'setPushToken', token),
    setTypesNumbers: (types: boolean) => this.#done(undefined, 'setTypesNumbers', types),
    remove: () => this.#done(undefined, 'remove'),
  };

  called(name: string): unknown[][] {
    return this.calls.filter(([called]) => called === name).map(([, ...given]) => given);
  }

  #done<T>(value: T, ...call: unknown[]): Promise<T> {
    this.calls.push(call);
    const { failing } = this;
    this.failing = undefined;
    return failing ? Promise.reject(failing) : Promise.resolve(value);
  }
}

/** A question as the service lists it. A test overrides the members that matter to it. */
export const question = (fields: Partial<ActiveNotification> = {}): ActiveNotification => ({
  notification_uuid: 'n-1',
  ds_required: true,
  actions: [
    { label: 'Approve', action: 'accept', authlevel: 0 },
    { label: 'Not me', action: 'fraud', authlevel: 0 },
    { label: 'Decline', action: 'reject', authlevel: 0 },
  ],
  body: [
    { lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR?' },
    { lng: 'de', subject: 'Zahlung bestätigen', message: 'Zahlen Sie 25 EUR?', label: { Approve: 'Zustimmen' } },
  ],
  create_ts: new Date().toISOString(),
  expiry_timestamp: new Date(Date.now() + 300_000).toISOString(),
  create_ts_epoch: Date.now(),
  expiry_timestamp_epoch: Date.now() + 300_000,
  action_performed: '',
  enterprise_id: 'default',
  content_digest: 'x',
  ...fields,
});
