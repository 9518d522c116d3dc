import type { WebSocket } from 'ws';
import { Refused } from '../../../shared/auth-guard/index.js';
import { currentContext } from '../../../shared/kernel/index.js';
import type { OpenCounts } from '../../../shared/security/index.js';
import { mobileTitles, OperationRefused, refused } from '../mobile-codes.js';
import { isOperation } from '../operations.js';
import type { ChangeFeed, ChangeNotice, ChangeSubscriber } from '../../live/change-feed.service.js';
import type { DeviceAdded } from '../../live/new-device.js';
import type { MobileCall } from '../mobile-operations.service.js';
import type { MobileCaller } from '../mobile-operation.port.js';
import { type SocketAccess, type SocketUser, TokenTimer } from './socket-access.service.js';
import { PendingChanges } from './pending-changes.socket.js';
import { type AnswerServices, SocketAnswers } from './answers.socket.js';
import {
  answerTo,
  pushedEvent,
  readAuthenticate,
  readMessage,
  type CallId,
  type SocketMessage,
} from './socket-message.js';
import { SocketGone, SocketSender } from './sender.socket.js';

export const closeCodes = { noToken: 4401, tooMuch: 4429, failed: 1011 } as const;

/** Maximum number of calls that may be open on one socket at once. A call is open until its result has been sent. */
export const MOST_OPEN = 8;
/** Maximum number of sockets per user in one process. */
export const MOST_SOCKETS = 20;
const AUTHENTICATE_WITHIN_MS = 10_000;

/** The services that a socket session uses. */
export interface SocketServices extends AnswerServices {
  readonly access: SocketAccess;
  readonly feed: ChangeFeed;
  readonly socketsOfUsers: OpenCounts;
  /** Whether the caller is within the rate limit, which is shared with HTTP. */
  mayCall(caller: MobileCaller): Promise<boolean>;
}

/** One open socket: its user, its calls, and the events still to be sent. */
export class SocketSession implements ChangeSubscriber {
  readonly #sender: SocketSender;
  readonly #answers: SocketAnswers;
  readonly #timer: TokenTimer;
  readonly #changes = new PendingChanges();
  readonly #deadline: NodeJS.Timeout;
  #user: SocketUser | undefined;
  #open = 0;
  /** The Authenticate call in progress. Later calls wait for it. */
  #authenticating: Promise<void> = Promise.resolve();
  #isSubscribed = false;
  #isClosed = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly address: string | undefined,
    private readonly services: SocketServices,
  ) {
    this.#sender = new SocketSender(socket);
    this.#answers = new SocketAnswers(this.#sender, services);
    this.#timer = new TokenTimer({
      expiring: (at) => this.#push(pushedEvent('onTokenExpiring', { expires_at: at.toISOString() })),
      expired: () => this.#close(closeCodes.noToken, 'The token has expired'),
    });
    this.#deadline = setTimeout(() => {
      if (!this.#user) this.#close(closeCodes.noToken, 'No token came');
    }, AUTHENTICATE_WITHIN_MS).unref();
  }

  get sub(): string {
    return this.#user?.token.subject ?? '';
  }

  /** Handles one message. The returned promise never rejects. */
  async take(text: string): Promise<void> {
    if (this.#isClosed) return;
    if (this.#open >= MOST_OPEN) {
      this.#close(closeCodes.tooMuch, `At most ${MOST_OPEN} operations at once`);
      return;
    }
    this.#open += 1;
    try {
      await this.#handle(readMessage(text));
    } catch (error) {
      this.#end(error);
    } finally {
      this.#open -= 1;
    }
  }

  /**
   * Sends changes to the client, but not before `onAuthenticate`: the cursor in `onAuthenticate` is older than these
   * changes.
   */
  tell(notice: ChangeNotice): void {
    if (this.#changes.add(notice) && this.#isSubscribed) this.#push(() => this.#changes.take());
  }

  /**
   * Sends an event about a new device if the socket is subscribed. An app that is not connected never gets this event,
   * but it can read the list of devices when it connects again.
   */
  tellOfDevice(device: Omit<DeviceAdded, 'sub'>): void {
    if (this.#isSubscribed) this.#push(pushedEvent('onDeviceAdded', device));
  }

  /** Checks the token of this socket again, after tokens have been revoked. */
  recheck(): void {
    const refusal = this.#user && this.services.access.refusalOf(this.#user.token);
    if (!refusal || !this.#user) return;
    if (refusal instanceof Refused) this.#close(closeCodes.noToken, refusal.why);
    else this.#hold({ token: this.#user.token, caller: undefined });
  }

  closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#user) this.services.socketsOfUsers.giveBack(this.sub);
    clearTimeout(this.#deadline);
    this.#timer.stop();
    this.services.feed.leave(this);
  }

  async #handle(message: SocketMessage): Promise<void> {
    if (message.operation === 'Authenticate') {
      this.#authenticating = this.#authenticating.then(() => this.#authenticate(message));
      await this.#authenticating;
      return;
    }
    await this.#authenticating;
    if (this.#user) await this.#call(message, this.#user);
    else this.#close(closeCodes.noToken, 'The first message must be Authenticate');
  }

  async #authenticate({ id, given }: SocketMessage): Promise<void> {
    const { cursor, ...credentials } = readAuthenticate(given);
    const user = await this.services.access.authenticate({ ...credentials, address: this.address });
    if (this.#user && this.#user.token.subject !== user.token.subject) {
      throw new Refused('invalid_token', 'It is of another user');
    }
    // The rate limit applies to renewed tokens only, because handshakes have a rate limit of their own.
    const isTooOften = this.#user && user.caller && !(await this.services.mayCall(user.caller));
    if (this.#isClosed) return;
    if (isTooOften) {
      this.#close(closeCodes.tooMuch, 'Too many calls');
      return;
    }
    if (!this.#user && !this.services.socketsOfUsers.take(user.token.subject)) {
      this.#close(closeCodes.tooMuch, `At most ${MOST_SOCKETS} sockets of one user`);
      return;
    }
    clearTimeout(this.#deadline);
    this.#hold(user);
    if (user.caller) await this.#welcome(id, user, cursor);
    else await this.#sender.send(answerTo(id, refused.blocked()));
  }

  #hold(user: SocketUser): void {
    this.#user = user;
    if (this.#isClosed) return;
    this.#timer.restart(new Date(user.token.expiresAt * 1000), this.services.access.millisecondsLeft(user.token));
    if (user.caller) return;
    this.#isSubscribed = false;
    this.services.feed.leave(this);
  }

  /**
   * Sends `onAuthenticate`. If the client renews its token without sending a cursor, it keeps its subscription and gets
   * no new cursor.
   */
  async #welcome(id: CallId, { token }: SocketUser, brought: string | undefined): Promise<void> {
    const about = { expires_at: new Date(token.expiresAt * 1000).toISOString() };
    if (this.#isSubscribed && brought === undefined) {
      await this.#sender.send(answerTo(id));
      return this.#sender.send(pushedEvent('onAuthenticate', about, id));
    }
    this.#isSubscribed = false;
    this.services.feed.leave(this);
    const notice = await this.services.feed.join(this, brought);
    if (this.#isClosed) this.services.feed.leave(this);
    this.#push(answerTo(id));
    const welcomed = this.#sender.send(pushedEvent('onAuthenticate', { ...about, cursor: notice.cursor }, id));
    if (notice.changes.length > 0 || notice.reset) this.#push(pushedEvent('onNotificationsChanged', notice));
    this.#isSubscribed = true;
    if (this.#changes.isWaiting) this.#push(() => this.#changes.take());
    await welcomed;
  }

  async #call({ id, operation, given }: SocketMessage, user: SocketUser): Promise<void> {
    noteActor(user);
    const refusal = this.services.access.refusalOf(user.token);
    if (refusal instanceof Refused) throw refusal;
    const accepted = await this.#accepted(operation, given, refusal ? undefined : user.caller).catch((error: unknown) =>
      this.services.operations.failure(error),
    );
    if (accepted instanceof OperationRefused) return this.#sender.send(answerTo(id, accepted));
    this.#push(answerTo(id));
    await this.#answers.answer({ id, given, ...accepted });
  }

  async #accepted(operation: unknown, given: unknown, caller: MobileCaller | undefined): Promise<Accepted> {
    if (!caller) throw refused.blocked();
    if (!(await this.services.mayCall(caller))) throw refused.tooMany('too many calls');
    if (!isOperation(operation)) throw refused.invalid('no such operation');
    const call = this.services.operations.read(operation, given);
    return { call, caller: await this.services.operations.admit(caller) };
  }

  /** Sends a message without awaiting the result. If sending fails, the socket closes anyway. */
  #push(text: string | (() => string)): void {
    void this.#sender.send(text).catch(() => undefined);
  }

  #end(error: unknown): void {
    if (error instanceof SocketGone) return;
    if (error instanceof Refused) this.#close(closeCodes.noToken, error.why);
    else if (error instanceof OperationRefused) this.#close(closeCodes.noToken, mobileTitles[error.code]);
    else if (!this.#isClosed) {
      this.services.operations.failure(error);
      this.#close(closeCodes.failed, 'The service failed');
    }
  }

  #close(code: number, why: string): void {
    this.closed();
    this.socket.close(code, why.slice(0, 120));
  }
}

function noteActor({ token, responsibleOperator }: SocketUser): void {
  const context = currentContext();
  const responsible = responsibleOperator !== undefined && { responsibleOperator };
  if (context) context.actor = { kind: 'user', id: token.subject, ...responsible };
}

interface Accepted {
  readonly call: MobileCall;
  readonly caller: MobileCaller;
}
