import { Answering } from './answering.js';
import { type Context, contextOf } from './context.js';
import { Devices } from './devices.js';
import { Live } from './live.js';
import { everyFinalStatus, Operations } from './operations.js';
import { activeIn, listIn, pastIn, Unreadable } from './reading.js';
import { type DataToSign, type SignedData, Signing, type SigningOptions } from './signing.js';
import { SignIn } from './sign-in.js';
import { Tokens } from './tokens.js';
import type {
  ActiveNotification,
  AnswerResult,
  Client,
  ClientOptions,
  Connection,
  Device,
  Events,
  History,
  HistoryOptions,
  List,
  ListOptions,
  Notifications,
  Session,
  SignInOptions,
} from './types.js';

/** The internal parts of a client. The typed interface and the one that is compatible with `RdnaClient` share them. */
export interface Parts {
  readonly context: Context;
  readonly tokens: Tokens;
  readonly live: Live;
  readonly operations: Operations;
  readonly answering: Answering;
  readonly signing: Signing;
  readonly device: Device;
}

export const createClient = (options: ClientOptions): Client => clientWith(options).client;

export function clientWith(options: ClientOptions): { readonly client: Client; readonly parts: Parts } {
  const context = contextOf(options);
  const tokens = new Tokens(context);
  const live = new Live(context, tokens);
  const operations = new Operations(context, tokens, live);
  const devices = new Devices(context, tokens, operations);
  const answering = new Answering(context, operations, devices);
  const signing = new Signing(context, operations, answering);
  const device = logging(context, 'device', devices);
  const parts = { context, tokens, live, operations, answering, signing, device };
  return { client: new TypedClient(parts), parts };
}

class TypedClient implements Client {
  readonly notifications: Notifications;
  readonly device: Device;
  readonly #parts: Parts;
  readonly #signIn: SignIn;

  constructor(parts: Parts) {
    const { context, tokens, live, device } = parts;
    this.#parts = parts;
    this.#signIn = new SignIn(context, tokens);
    this.device = device;
    this.notifications = logging(context, 'notifications', new Listed(parts));
    let of: string | undefined;
    context.listeners.on('session', (session) => {
      if (session?.sub !== of) live.forget();
      of = session?.sub;
    });
  }

  get session(): Session | null {
    return this.#parts.tokens.session;
  }

  get connection(): Connection {
    return this.#parts.live.state;
  }

  now(): number {
    return this.#parts.context.clock.now();
  }

  restore(): Promise<Session | null> {
    return this.#parts.tokens.restore();
  }

  beginSignIn(options?: SignInOptions): Promise<string> {
    return this.#signIn.begin(options);
  }

  async finishSignIn(url: string): Promise<Session> {
    try {
      return await this.#signIn.finish(url);
    } catch (error) {
      throw this.#parts.context.failures.logged('The sign-in failed', error);
    }
  }

  async getAccessToken(): Promise<string> {
    try {
      return await this.#parts.tokens.usable();
    } catch (error) {
      throw this.#parts.context.failures.logged('There is no access token', error);
    }
  }

  async signOut(): Promise<void> {
    this.#parts.live.forget();
    await this.#parts.tokens.signOut();
  }

  connect(): Promise<void> {
    return this.#parts.live.connect();
  }

  disconnect(): void {
    this.#parts.live.disconnect();
  }

  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    return this.#parts.context.listeners.on(name, listener);
  }
}

class Listed implements Notifications {
  constructor(private readonly parts: Parts) {}

  async list(options: ListOptions = {}): Promise<List> {
    this.parts.live.noteRead();
    const data = await this.parts.operations.perform('GetNotifications', pageOf(options));
    const { start, count, total } = data;
    const items = listIn(data['notifications']).map(activeIn);
    return { items, start: Number(start), count: Number(count), total: Number(total) };
  }

  async history({ status, action, search, deviceId, ...options }: HistoryOptions = {}): Promise<History> {
    this.parts.live.noteRead();
    const data = await this.parts.operations.perform('GetNotificationHistory', {
      ...pageOf(options),
      notificationStatus: status ?? everyFinalStatus,
      actionPerformed: action,
      keywordSearch: search,
      deviceID: deviceId,
    });
    return { items: listIn(data['history']).map(pastIn), total: Number(data['total_count']) };
  }

  answer(item: ActiveNotification, response: string): Promise<AnswerResult> {
    return this.parts.answering.answer(item, response);
  }

  sign(data: DataToSign, options?: SigningOptions): Promise<SignedData> {
    return this.parts.signing.sign(data, options);
  }

  async dismiss(notificationID: string): Promise<void> {
    await this.parts.operations.perform('DismissNotification', { notificationID });
  }
}

const pageOf = ({ count = 50, start = 1, enterpriseId, from, to }: ListOptions) => ({
  recordCount: count,
  startIndex: start,
  enterpriseID: enterpriseId,
  startDate: dateOf(from),
  endDate: dateOf(to),
});

/** Writes a `Date` in whole seconds, because the API accepts no fractions. Texts are passed on unchanged. */
const dateOf = (date: Date | string | undefined): string | undefined =>
  date instanceof Date ? date.toISOString().replace(/\.\d+Z$/, 'Z') : date;

/** Wraps an object so that every failure of its methods is logged and thrown as a CountersignError. */
function logging<T extends object>({ failures }: Context, name: string, target: T): T {
  return new Proxy(target, {
    get(_target, member) {
      const value: unknown = Reflect.get(target, member);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return (await Reflect.apply(value, target, given)) as unknown;
        } catch (error) {
          const known = error instanceof Unreadable ? failures.of('unavailable', { reason: 'not readable' }) : error;
          throw failures.logged(`${name}.${String(member)} failed`, known);
        }
      };
    },
  });
}
