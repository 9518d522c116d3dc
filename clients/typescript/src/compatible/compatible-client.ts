import { clientWith } from '../client.js';
import type { Client } from '../types.js';
import { VERSION } from '../version.js';
import { Answers, type Open, type Outcome } from './answers.js';
import { historyArguments, listArguments } from './arguments.js';
import { type Configuration, settingsFrom } from './configuration.js';
import { AUTHORIZE_NOTIFICATION, SIGN_DATA } from './constants.js';
import { DataSigning, signatureAsked } from './data-signing.js';
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
import { signIn } from './registration.js';
import { type Emit, SessionEvents } from './session-events.js';

const USER = 'compatible user';
const NOT_INITIALIZED = 'initialize was not called';
const NOT_LOGGED_IN = 'No user is logged in';

/** The interface of `RdnaClient`, which this library replaces. Calls return at once; events report their outcome. */
export class CompatibleClient {
  #configuration: Configuration | undefined;
  #open: Open | undefined;
  readonly #session: SessionEvents;
  readonly #answers: Answers;
  readonly #signing: DataSigning;
  readonly #pushToken = new PushToken();

  constructor(private readonly emit: Emit) {
    this.#session = new SessionEvents(emit);
    this.#answers = new Answers((asked) => this.#session.askForPassword(asked));
    this.#signing = new DataSigning(this.#answers);
  }

  /** The typed client, for functions that `RdnaClient`, the library that this one replaces, does not have. */
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
        const { redirectUri } = parts.context.options;
        await signIn(client, userId, { ...this.#configuration, redirectUri, pushToken: this.#pushToken });
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
    const { question } = this.#answers;
    if (![AUTHORIZE_NOTIFICATION, SIGN_DATA].includes(Number(challengeMode))) {
      return this.unsupported('Not supported: the login page and the account page ask for passwords');
    }
    const isAsked = question?.mode === Number(challengeMode);
    if (typeof password !== 'string' || password === '' || !isAsked) return answerOf(INVALID);
    this.#perform(() => question.give(password));
    return answerOf();
  }

  authenticateUserAndSignData(given: readonly unknown[]): SyncAnswer {
    const open = this.#open;
    if (!open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const asked = signatureAsked(given);
    if (typeof asked === 'number') return answerOf(asked);
    this.#perform(() =>
      this.#session.during(async () => {
        const signed = await this.#signing.sign(open, asked, this.#configuration?.onStepUp);
        if (!signed) return;
        this.emit('onAuthenticateUserAndSignData', signed);
        await this.#signOutIfBlocked(open.client, signed.status.statusCode);
      }),
    );
    return answerOf();
  }

  resetAuthenticateUserAndSignDataState(): SyncAnswer {
    this.#signing.reset();
    return answerOf();
  }

  /** Reports no credentials to update: users change them on the account page, not in the app. */
  getAllChallenges(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const { userId: userID } = this.#open.client.session;
    this.#perform(() => this.emit('onCredentialsAvailableForUpdate', { userID, options: [], error: errorOf(0) }));
    return answerOf();
  }

  /** Does nothing: threats are never reported, so there is nothing to act on. */
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
        this.#session.tellExtended(failed);
      }),
    );
    return answerOf();
  }

  #read(method: 'GetNotifications' | 'GetNotificationHistory', given: ReturnType<typeof listArguments>): SyncAnswer {
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
        await this.#signOutIfBlocked(client, response.StatusCode);
        if (client.session) await this.#pushToken.send(client.device);
      }),
    );
    return answerOf();
  }

  /** Signs out a user who was blocked, because the service has ended the session. */
  async #signOutIfBlocked(client: Client, code: number): Promise<void> {
    if ([BLOCKED, ATTEMPTS_USED_UP].includes(code)) await client.signOut();
  }

  /** Runs `work` after the call has returned. A failure is logged, and sent as `event` if one is given. */
  #perform(work: () => unknown, event?: string): void {
    void Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        const failure = this.#open?.parts.context.failures.logged('A call failed', error);
        if (event !== undefined) this.emit(event, errorOf(UNKNOWN, failure?.userMessage));
      });
  }
}
