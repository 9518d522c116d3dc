import { clientWith } from '../client.js';
import { CountersignError } from '../errors.js';
import type { Arguments } from '../operations.js';
import type { Client } from '../types.js';
import { VERSION } from '../version.js';
import { Answers, type Open, type Outcome } from './answers.js';
import { historyArguments, listArguments } from './arguments.js';
import { type Configuration, settingsFrom } from './configuration.js';
import { AUTHORIZE_NOTIFICATION } from './constants.js';
import {
  answerOf,
  ATTEMPTS_USED_UP,
  BLOCKED,
  challengeOf,
  completed,
  envelopeOf,
  errorOf,
  INVALID,
  type Method,
  METHODS,
  responseOf,
  type SyncAnswer,
  UNKNOWN,
  UNSUPPORTED_FEATURE,
} from './envelopes.js';
import { PushToken } from './push-token.js';
import { type Emit, SessionEvents } from './session-events.js';

const USER = 'compatible user';
const NOT_INITIALIZED = 'initialize was not called';
const NOT_LOGGED_IN = 'No user is logged in';

/** The calls and events of the original library, over the typed client. Each call answers at once; what comes of it is an event. */
export class CompatibleClient {
  #configuration: Configuration | undefined;
  #open: Open | undefined;
  readonly #session: SessionEvents;
  readonly #answers: Answers;
  readonly #pushToken = new PushToken();

  constructor(private readonly emit: Emit) {
    this.#session = new SessionEvents(emit);
    this.#answers = new Answers((left, code, message) => this.#session.askForPassword(left, code, message));
  }

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

  unsupported(why: string): SyncAnswer {
    return answerOf(UNSUPPORTED_FEATURE, why);
  }

  initialize(given: readonly unknown[]): SyncAnswer {
    const settings = settingsFrom(this.#configuration, given);
    if ('missing' in settings) return answerOf(INVALID, settings.missing);
    this.#open?.client.disconnect();
    this.#answers.forget();
    const open = (this.#open = clientWith(settings.options));
    const { client, parts } = open;
    this.#session.reset();
    client.on('session', (session) => {
      if (this.#open !== open) return;
      this.#answers.forget();
      this.#session.changed(session);
    });
    this.#perform(async () => {
      const session = await client.restore();
      this.#session.userId = session?.userId ?? (await parts.context.records.get<string>(USER)) ?? '';
      this.emit('onInitialized', { ...challengeOf(session?.sub ?? ''), error: errorOf(0) });
      if (!session) {
        this.#session.askForUser();
        return;
      }
      this.#session.tellLoggedIn();
      await this.#pushToken.send(client.device);
    }, 'onInitializeError');
    return answerOf();
  }

  setUser([userId]: readonly unknown[]): SyncAnswer {
    if (!this.#open) return answerOf(UNKNOWN, NOT_INITIALIZED);
    if (typeof userId !== 'string' || userId === '') return answerOf(INVALID);
    const { client, parts } = this.#open;
    this.#perform(async () => {
      try {
        await this.#signIn(client, userId);
        await this.#registered(client);
        await parts.context.records.set(USER, this.#session.userId);
      } catch (error) {
        const { StatusMsg } = responseOf(parts.context.failures.logged('setUser failed', error));
        this.#session.askForUser(102, StatusMsg);
        return;
      }
      this.#session.tellLoggedIn();
    });
    return answerOf();
  }

  resetAuthState(): SyncAnswer {
    if (!this.#open) return answerOf(UNKNOWN, NOT_INITIALIZED);
    this.#answers.dropQuestion();
    this.#perform(() => this.#session.askForUser());
    return answerOf();
  }

  logOff(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const { client } = this.#open;
    this.#session.loggingOff();
    this.#perform(() => client.signOut());
    return answerOf();
  }

  setDeviceToken([token]: readonly unknown[]): SyncAnswer {
    if (typeof token !== 'string' || token === '') return answerOf(INVALID);
    this.#pushToken.keep(token);
    const { client } = this.#open ?? {};
    if (client?.session) this.#perform(() => this.#pushToken.send(client.device));
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
    const answer = (open: Open) =>
      this.#answers.answer(open, uuid as string, response as string, this.#configuration?.onStepUp);
    return this.#call('UpdateNotification', areTexts, answer, uuid as string);
  }

  setPassword([password, challengeMode]: readonly unknown[]): SyncAnswer {
    if (Number(challengeMode) !== AUTHORIZE_NOTIFICATION) {
      return this.unsupported('Not supported: the login page and the account page ask for passwords');
    }
    const { question } = this.#answers;
    if (typeof password !== 'string' || password === '' || !question) return answerOf(INVALID);
    this.#perform(() => question.give(password));
    return answerOf();
  }

  /** No credential is changed by calls of the app: the account page does that. */
  getAllChallenges(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const { userId: userID } = this.#open.client.session;
    this.#perform(() => this.emit('onCredentialsAvailableForUpdate', { userID, options: [], error: errorOf(0) }));
    return answerOf();
  }

  /** Threats are never told, so there is nothing to act on. */
  takeActionOnThreats(): SyncAnswer {
    return answerOf();
  }

  extendSessionIdleTimeout(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const { parts } = this.#open;
    this.#perform(() =>
      this.#session.during(async () => {
        const failed = await parts.tokens.renew().then(
          () => undefined,
          (error: unknown) => responseOf(parts.context.failures.logged('extendSessionIdleTimeout failed', error)),
        );
        const { StatusCode: statusCode = 100, StatusMsg: statusMessage = 'Success' } = failed ?? {};
        const error = failed ? errorOf(UNKNOWN, statusMessage) : errorOf(0);
        this.emit('onSessionExtensionResponse', {
          userID: this.#session.userId,
          status: { statusCode, statusMessage },
          error,
        });
      }),
    );
    return answerOf();
  }

  async #signIn(client: Client, userId: string): Promise<void> {
    const redirectUri = this.#open?.parts.context.options.redirectUri ?? '';
    const page = await client.beginSignIn({ loginHint: userId, prompt: 'login' });
    await client.finishSignIn((await this.#configuration?.browse(page, redirectUri)) ?? '');
  }

  /** Without a device the user sees everything, and answers what needs no signature. */
  async #registered(client: Client): Promise<void> {
    if (await client.device.current()) {
      await this.#pushToken.send(client.device);
      return;
    }
    const { deviceName: name = 'Phone', platform, onDeviceNotRegistered } = this.#configuration ?? {};
    const pushToken = this.#pushToken.value;
    const details = { name, ...(platform && { platform }), ...(pushToken !== undefined && { pushToken }) };
    await client.device.register(details).catch((error: unknown) => {
      if (error instanceof CountersignError) onDeviceNotRegistered?.(error);
    });
  }

  #read(method: 'GetNotifications' | 'GetNotificationHistory', given: Arguments | undefined): SyncAnswer {
    return this.#call(method, given !== undefined, async ({ parts }) => {
      const { response } = await parts.operations.call(method, given);
      if (method === 'GetNotifications' && response.StatusCode === 100) this.#answers.remember(response);
      return response;
    });
  }

  #call(method: Method, isSound: boolean, perform: (open: Open) => Promise<Outcome>, subject?: string): SyncAnswer {
    const open = this.#open;
    if (!open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    if (!isSound) return answerOf(INVALID);
    const { client, parts } = open;
    this.#perform(() =>
      this.#session.during(async () => {
        const response = await perform(open).catch((error: unknown) =>
          responseOf(parts.context.failures.logged(`${method} failed`, error)),
        );
        if (!response) return;
        this.emit(METHODS[method].event, envelopeOf(method, completed(method, response, subject)));
        // The service has ended the session of a user who is blocked.
        if ([BLOCKED, ATTEMPTS_USED_UP].includes(response.StatusCode)) await client.signOut();
        else if (client.session) await this.#pushToken.send(client.device);
      }),
    );
    return answerOf();
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
