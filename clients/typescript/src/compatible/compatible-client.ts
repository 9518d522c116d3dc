import { clientWith, type Parts } from '../client.js';
import { CountersignError } from '../errors.js';
import type { Arguments, OperationEvent } from '../operations.js';
import { activeIn, listIn } from '../reading.js';
import type { ActiveNotification, Client, Session, StepUpAnswer, StepUpRequest } from '../types.js';
import { VERSION } from '../version.js';
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
  passwordAsked,
  responseOf,
  type SyncAnswer,
  UNKNOWN,
  UNSUPPORTED_FEATURE,
  userAsked,
} from './envelopes.js';
import { PasswordQuestion } from './password-question.js';
import { PushToken } from './push-token.js';

/** How a platform tells the app an event. */
export type Emit = (name: string, payload: object) => void;

interface Open {
  readonly client: Client;
  readonly parts: Parts;
}

/** Undefined: the app is told nothing. */
type Outcome = OperationEvent['response'] | undefined;

const USER = 'compatible user';
/** Of what was shown, so many are remembered. */
const MOST_SHOWN = 1_000;
const NOT_INITIALIZED = 'initialize was not called';
const NOT_LOGGED_IN = 'No user is logged in';

/** The calls and events of the original library, over the typed client. Each call answers at once; what comes of it is an event. */
export class CompatibleClient {
  #configuration: Configuration | undefined;
  #open: Open | undefined;
  /** Who is logged in, or was last. */
  #userId = '';
  #session: Session | undefined;
  #ended: Session | undefined;
  #isLoggingOff = false;
  #callsUnderWay = 0;
  #question: PasswordQuestion | undefined;
  readonly #shown = new Map<string, ActiveNotification>();
  readonly #pushToken = new PushToken();

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

  unsupported(why: string): SyncAnswer {
    return answerOf(UNSUPPORTED_FEATURE, why);
  }

  initialize(given: readonly unknown[]): SyncAnswer {
    const settings = settingsFrom(this.#configuration, given);
    if ('missing' in settings) return answerOf(INVALID, settings.missing);
    this.#open?.client.disconnect();
    this.#question?.drop();
    const open = (this.#open = clientWith(settings.options));
    const { client, parts } = open;
    this.#session = undefined;
    client.on('session', (session) => {
      if (this.#open === open) this.#sessionChanged(session);
    });
    this.#perform(async () => {
      const session = await client.restore();
      this.#userId = session?.userId ?? (await parts.context.records.get<string>(USER)) ?? '';
      this.emit('onInitialized', { ...challengeOf(session?.sub ?? ''), error: errorOf(0) });
      if (!session) return this.#askForUser();
      this.#tellLoggedIn();
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
        await parts.context.records.set(USER, this.#userId);
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
    if (!this.#open) return answerOf(UNKNOWN, NOT_INITIALIZED);
    this.#question?.drop();
    this.#perform(() => this.#askForUser());
    return answerOf();
  }

  logOff(): SyncAnswer {
    if (!this.#open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    const { client } = this.#open;
    this.#isLoggingOff = true;
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
    const answer = (open: Open) => this.#answer(open, uuid as string, response as string);
    return this.#call('UpdateNotification', areTexts, answer, uuid as string);
  }

  setPassword([password, challengeMode]: readonly unknown[]): SyncAnswer {
    if (Number(challengeMode) !== AUTHORIZE_NOTIFICATION) {
      return this.unsupported('Not supported: the login page and the account page ask for passwords');
    }
    const question = this.#question;
    if (typeof password !== 'string' || password === '' || !question?.isAwaited) return answerOf(INVALID);
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
      this.#underWay(async () => {
        const failed = await parts.tokens.renew().then(
          () => undefined,
          (error: unknown) => responseOf(parts.context.failures.logged('extendSessionIdleTimeout failed', error)),
        );
        const { StatusCode: statusCode = 100, StatusMsg: statusMessage = 'Success' } = failed ?? {};
        const error = failed ? errorOf(UNKNOWN, statusMessage) : errorOf(0);
        this.emit('onSessionExtensionResponse', { userID: this.#userId, status: { statusCode, statusMessage }, error });
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
    if (await client.device.current()) return this.#pushToken.send(client.device);
    const { deviceName: name = 'Phone', platform, onDeviceNotRegistered } = this.#configuration ?? {};
    const pushToken = this.#pushToken.value;
    const details = { name, ...(platform && { platform }), ...(pushToken !== undefined && { pushToken }) };
    await client.device.register(details).catch((error: CountersignError) => onDeviceNotRegistered?.(error));
  }

  #read(method: 'GetNotifications' | 'GetNotificationHistory', given: Arguments | undefined): SyncAnswer {
    return this.#call(method, given !== undefined, async ({ parts }) => {
      const { response } = await parts.operations.call(method, given);
      if (method === 'GetNotifications' && response.StatusCode === 100) this.#remember(response);
      return response;
    });
  }

  #call(method: Method, isSound: boolean, perform: (open: Open) => Promise<Outcome>, subject?: string): SyncAnswer {
    const open = this.#open;
    if (!open?.client.session) return answerOf(UNKNOWN, NOT_LOGGED_IN);
    if (!isSound) return answerOf(INVALID);
    const { client, parts } = open;
    this.#perform(() =>
      this.#underWay(async () => {
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

  /** Signed over what the app was given to show. */
  async #answer({ client, parts }: Open, uuid: string, response: string): Promise<Outcome> {
    this.#question?.drop();
    const question = (this.#question = new PasswordQuestion());
    const all = async () => (await client.notifications.list({ count: 0 })).items;
    const item = this.#shown.get(uuid) ?? (await all()).find(({ notification_uuid: id }) => id === uuid);
    if (!item) return { StatusCode: INVALID, StatusMsg: 'Invalid arguments', ResponseData: { reason: 'unknown' } };
    for (;;) {
      const asked = question.timesAsked;
      try {
        const answering = parts.answering.answer(item, response, (request) => this.#stepUp(question, request));
        const { message, is_ds_verified, notification_uuid } = await answering;
        this.#shown.delete(uuid);
        const ResponseData = { status_code: 100, message, notification_uuid, is_ds_verified };
        return { StatusCode: 100, StatusMsg: message, ResponseData };
      } catch (error) {
        if (!(error instanceof CountersignError) || error.code !== 'step_up') throw error;
        if (question.isDropped) return undefined;
        if (error.statusCode !== 102 || asked === question.timesAsked || !question.canAskAgain) throw error;
        question.lastFailure = { code: 102, message: error.userMessage };
      }
    }
  }

  async #stepUp(question: PasswordQuestion, request: StepUpRequest): Promise<StepUpAnswer | null> {
    if (question.isDropped) return null;
    const { onStepUp } = this.#configuration ?? {};
    if (!request.methods.some(({ type }) => type === 'password')) return (await onStepUp?.(request)) ?? null;
    const { code = 100, message = 'Success' } = question.lastFailure ?? {};
    const attemptsLeft = question.attemptsLeft(request);
    const given = question.ask(request, this.#open?.parts.context.clock.now() ?? Date.now());
    const challengeResponse = challengeOf(this.#session?.sub ?? '', code, message);
    this.emit('getPassword', passwordAsked(this.#userId, attemptsLeft, challengeResponse));
    return given;
  }

  #remember({ ResponseData }: OperationEvent['response']): void {
    for (const item of listIn(ResponseData['notifications']).map(activeIn))
      this.#shown.set(item.notification_uuid, item);
    for (const uuid of [...this.#shown.keys()].slice(0, -MOST_SHOWN)) this.#shown.delete(uuid);
  }

  #sessionChanged(session: Session | null): void {
    this.#shown.clear();
    this.#question?.drop();
    const before = this.#session;
    this.#session = session ?? undefined;
    if (session) this.#userId = session.userId;
    else this.#ended = before;
    this.#tellLoggedOff();
  }

  /** By the app or by the service. The call that found it out is told first. */
  #tellLoggedOff(): void {
    const ended = this.#ended;
    if (!ended || (this.#callsUnderWay > 0 && !this.#isLoggingOff)) return;
    this.#ended = undefined;
    this.#isLoggingOff = false;
    const { userId: userID, sub } = ended;
    this.emit('onUserLoggedOff', { userID, challengeResponse: challengeOf(sub), error: errorOf(0) });
    this.#askForUser();
  }

  async #underWay<T>(work: () => Promise<T>): Promise<T> {
    this.#callsUnderWay += 1;
    try {
      return await work();
    } finally {
      this.#callsUnderWay -= 1;
      this.#tellLoggedOff();
    }
  }

  #tellLoggedIn(): void {
    const challengeResponse = challengeOf(this.#session?.sub ?? '');
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
