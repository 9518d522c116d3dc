import { clientWith, type Parts } from '../client.js';
import { CountersignError } from '../errors.js';
import type { Arguments, OperationEvent } from '../operations.js';
import { activeIn, listIn } from '../reading.js';
import type { ActiveNotification, Client, StepUpAnswer, StepUpRequest } from '../types.js';
import { VERSION } from '../version.js';
import { historyArguments, listArguments } from './arguments.js';
import { type Configuration, optionsFrom } from './configuration.js';
import { AUTHORIZE_NOTIFICATION } from './constants.js';
import {
  answerOf,
  challengeOf,
  completed,
  envelopeOf,
  errorOf,
  INVALID,
  type Method,
  METHODS,
  passwordAsked,
  responseOf,
  type SyncAnswer,
  UNKNOWN,
  userAsked,
} from './envelopes.js';
import { ATTEMPTS, Passwords } from './passwords.js';

/** How a platform tells the app an event. */
export type Emit = (name: string, payload: object) => void;

const USER = 'compatible user';
/** Of what was shown, so many are remembered. */
const MOST_SHOWN = 1_000;

/** The calls and events of the original library, over the typed client. Each call answers at once; what comes of it is an event. */
export class CompatibleClient {
  #configuration: Configuration | undefined;
  #open: { readonly client: Client; readonly parts: Parts } | undefined;
  #userId = '';
  #pushToken: string | undefined;
  #attemptsLeft = ATTEMPTS;
  #lastStatus: { readonly code: number; readonly message: string } | undefined;
  readonly #shown = new Map<string, ActiveNotification>();
  readonly #passwords = new Passwords();

  constructor(private readonly emit: Emit) {}

  /** The typed client beneath, for what the original has no call for. */
  get client(): Client | undefined {
    return this.#open?.client;
  }

  configure(configuration: Configuration): void {
    this.#configuration = configuration;
  }

  version(): SyncAnswer & { readonly response: string } {
    return { ...answerOf(), response: VERSION };
  }

  initialize(given: readonly unknown[]): SyncAnswer {
    const options = this.#configuration && optionsFrom(this.#configuration, given);
    if (!options) return answerOf(INVALID, 'configure() is missing, or issuer, mobileUrl, clientId or redirectUri');
    this.#open?.client.disconnect();
    this.#open = clientWith({ ...options, onStepUp: (request) => this.#stepUp(request) });
    const { client, parts } = this.#open;
    client.on('session', () => this.#shown.clear());
    this.#perform(async () => {
      const session = await client.restore();
      this.#userId = (await parts.context.records.get<string>(USER)) ?? '';
      this.emit('onInitialized', { ...challengeOf(session?.userId ?? ''), error: errorOf(0) });
      if (session) this.#tellLoggedIn();
      else this.#askForUser();
    }, 'onInitializeError');
    return answerOf();
  }

  setUser([userId]: readonly unknown[]): SyncAnswer {
    if (!this.#open) return answerOf(UNKNOWN, 'initialize was not called');
    if (typeof userId !== 'string' || userId === '') return answerOf(INVALID);
    const { client, parts } = this.#open;
    this.#perform(async () => {
      try {
        await this.#signIn(client, userId);
        this.#userId = userId;
        await parts.context.records.set(USER, userId);
      } catch (error) {
        const { StatusMsg } = responseOf(parts.context.failures.logged('setUser failed', error));
        this.#askForUser(102, StatusMsg);
        return;
      }
      this.#tellLoggedIn();
    });
    return answerOf();
  }

  resetAuthState(): SyncAnswer {
    if (!this.#open) return answerOf(UNKNOWN, 'initialize was not called');
    this.#passwords.give(null);
    this.#perform(() => this.#askForUser());
    return answerOf();
  }

  logOff(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, 'No user is logged in');
    const { client } = this.#open;
    this.#passwords.give(null);
    this.#perform(async () => {
      const [userID, sessionID] = [this.#userId, client.session?.userId ?? ''];
      await client.signOut();
      this.emit('onUserLoggedOff', { userID, challengeResponse: challengeOf(sessionID), error: errorOf(0) });
      this.#askForUser();
    });
    return answerOf();
  }

  setDeviceToken([token]: readonly unknown[]): SyncAnswer {
    if (typeof token !== 'string' || token === '') return answerOf(INVALID);
    this.#pushToken = token;
    const { client } = this.#open ?? {};
    if (client?.session)
      this.#perform(async () => ((await client.device.current()) ? client.device.setPushToken(token) : undefined));
    return answerOf();
  }

  getNotifications(given: readonly unknown[]): SyncAnswer {
    return this.#read('GetNotifications', listArguments(given));
  }

  getNotificationHistory(given: readonly unknown[]): SyncAnswer {
    return this.#read('GetNotificationHistory', historyArguments(given));
  }

  updateNotification([uuid, response]: readonly unknown[]): SyncAnswer {
    const areTexts = typeof uuid === 'string' && typeof response === 'string' && uuid !== '' && response !== '';
    return this.#call(
      'UpdateNotification',
      areTexts,
      () => this.#answer(uuid as string, response as string),
      uuid as string,
    );
  }

  setPassword([password, challengeMode]: readonly unknown[]): SyncAnswer {
    const isMeant = typeof password === 'string' && password !== '' && Number(challengeMode) === AUTHORIZE_NOTIFICATION;
    if (!isMeant || !this.#passwords.isAwaited) return answerOf(INVALID);
    this.#perform(() => this.#passwords.give(password));
    return answerOf();
  }

  async #signIn(client: Client, userId: string): Promise<void> {
    const { browse, deviceName: name = 'Phone', platform } = this.#configuration ?? {};
    const redirectUri = this.#open?.parts.context.options.redirectUri ?? '';
    const page = await client.beginSignIn({ loginHint: userId, prompt: 'login' });
    await client.finishSignIn((await browse?.(page, redirectUri)) ?? '');
    const pushToken = this.#pushToken;
    if (await client.device.current()) {
      if (pushToken !== undefined) await client.device.setPushToken(pushToken).catch(() => undefined);
      return;
    }
    const details = { name, ...(platform && { platform }), ...(pushToken !== undefined && { pushToken }) };
    // Without a device the user sees everything, and answers what needs no signature.
    await client.device.register(details).catch(() => undefined);
  }

  #read(method: 'GetNotifications' | 'GetNotificationHistory', given: Arguments | undefined): SyncAnswer {
    return this.#call(method, given !== undefined, async ({ parts }) => {
      const { response } = await parts.operations.call(method, given);
      if (method === 'GetNotifications' && response.StatusCode === 100) this.#remember(response);
      return response;
    });
  }

  #call(
    method: Method,
    isSound: boolean,
    perform: (open: { readonly client: Client; readonly parts: Parts }) => Promise<OperationEvent['response']>,
    subject?: string,
  ): SyncAnswer {
    const open = this.#open;
    if (!open?.client.session) return answerOf(UNKNOWN, 'No user is logged in');
    if (!isSound) return answerOf(INVALID);
    this.#perform(async () => {
      const response = await perform(open).catch((error: unknown) =>
        responseOf(open.parts.context.failures.logged(`${method} failed`, error)),
      );
      this.emit(METHODS[method].event, envelopeOf(method, completed(method, response, subject)));
    });
    return answerOf();
  }

  /** Signed over what the app was given to show. */
  async #answer(uuid: string, response: string): Promise<OperationEvent['response']> {
    const { client } = this.#open as { client: Client };
    const all = async () => (await client.notifications.list({ count: 0 })).items;
    const item = this.#shown.get(uuid) ?? (await all()).find(({ notification_uuid: id }) => id === uuid);
    if (!item) return { StatusCode: INVALID, StatusMsg: 'Invalid arguments', ResponseData: { reason: 'unknown' } };
    this.#attemptsLeft = ATTEMPTS;
    this.#lastStatus = undefined;
    for (;;) {
      const asked = this.#attemptsLeft;
      try {
        const { message, is_ds_verified, notification_uuid } = await client.notifications.answer(item, response);
        this.#shown.delete(uuid);
        const ResponseData = { status_code: 100, message, notification_uuid, is_ds_verified };
        return { StatusCode: 100, StatusMsg: message, ResponseData };
      } catch (error) {
        const wasWrong = error instanceof CountersignError && error.code === 'step_up' && error.statusCode === 102;
        if (!wasWrong || asked === this.#attemptsLeft || this.#attemptsLeft === 0) throw error;
        this.#lastStatus = { code: 102, message: error.userMessage };
      }
    }
  }

  async #stepUp(request: StepUpRequest): Promise<StepUpAnswer | null> {
    const { onStepUp } = this.#configuration ?? {};
    if (!request.methods.some(({ type }) => type === 'password')) return (await onStepUp?.(request)) ?? null;
    const { code = 100, message = 'Success' } = this.#lastStatus ?? {};
    const given = this.#passwords.ask(request, this.#open?.parts.context.clock.now() ?? Date.now());
    const challengeResponse = challengeOf(this.client?.session?.userId ?? '', code, message);
    this.emit('getPassword', passwordAsked(this.#userId, this.#attemptsLeft, challengeResponse));
    this.#attemptsLeft -= 1;
    return given;
  }

  #remember({ ResponseData }: OperationEvent['response']): void {
    for (const item of listIn(ResponseData['notifications']).map(activeIn))
      this.#shown.set(item.notification_uuid, item);
    for (const uuid of [...this.#shown.keys()].slice(0, -MOST_SHOWN)) this.#shown.delete(uuid);
  }

  #tellLoggedIn(): void {
    const challengeResponse = challengeOf(this.client?.session?.userId ?? '');
    this.emit('onUserLoggedIn', { userID: this.#userId, challengeResponse, error: errorOf(0) });
  }

  #askForUser(statusCode?: number, statusMessage?: string): void {
    this.emit('getUser', userAsked(this.#userId, challengeOf('', statusCode, statusMessage)));
  }

  /** After the answer at once. What goes wrong here was told, or is told by `event`. */
  #perform(work: () => unknown, event?: string): void {
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        const failure = this.#open?.parts.context.failures.logged('A call failed', error);
        if (event !== undefined) this.emit(event, errorOf(UNKNOWN, failure?.userMessage));
      });
  }
}
