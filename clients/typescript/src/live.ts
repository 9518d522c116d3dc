import type { Context } from './context.js';
import { cancel, environment, isOffline, later, type Timer } from './environment.js';
import { CountersignError } from './errors.js';
import { NoAnswer } from './http.js';
import { type Arguments, type OperationEvent, SUCCESS } from './operations.js';
import {
  ANSWER_WITHIN_MS,
  ENDS_IT,
  FRESH_ANSWER_WITHIN_MS,
  FRESH_MS,
  LONGEST_WAIT_MS,
  MOST_CALLS,
  NO_TOKEN,
  SILENCE_MS,
  waitOf,
} from './live-timing.js';
import { LiveSocket, type Closed } from './socket.js';
import type { Tokens } from './tokens.js';
import type { Change, Connection } from './types.js';

/** The state of the live connection, from the call of `connect` to the call of `disconnect`. */
interface Running {
  /** Resolves after the first attempt to connect, whether it succeeded or not. */
  readonly first: Promise<void>;
  readonly tried: () => void;
  /** Ends the waiting time before the next attempt to connect. */
  wake: () => void;
}

/** The live connection. It reconnects after each loss, and then receives the changes that were missed. */
export class Live {
  #state: Connection = 'offline';
  #socket: LiveSocket | undefined;
  #cursor: { readonly of: string; readonly value: string } | undefined;
  /** Whether the app read a list before its first cursor of the change feed. It must read again: it missed changes. */
  #hasReadBefore = false;
  #running: Running | undefined;
  #heartbeat: Timer | undefined;
  /** The token with which the socket is authenticated. */
  #token: string | undefined;

  constructor(
    private readonly context: Context,
    private readonly tokens: Tokens,
  ) {}

  get state(): Connection {
    return this.#state;
  }

  noteRead(): void {
    if (this.#state !== 'online') this.#hasReadBefore = true;
  }

  connect(): Promise<void> {
    const { WebSocket, failures } = this.context;
    if (!WebSocket) {
      const reason = 'there is no WebSocket here: give one to createClient, such as that of the package ws';
      return Promise.reject(failures.of('refused', { reason }));
    }
    if (!this.tokens.session) return Promise.reject(failures.of('signed_out'));
    if (!this.#running) {
      let tried = (): void => undefined;
      const first = new Promise<void>((resolve) => (tried = resolve));
      this.#running = { first, tried, wake: () => undefined };
      void this.#run(this.#running);
    }
    this.#running.wake();
    return this.#running.first;
  }

  disconnect(): void {
    const running = this.#running;
    this.#running = undefined;
    running?.wake();
    this.#socket?.close(1000, 'disconnected');
    this.#become('offline');
  }

  /** Disconnects, and forgets the previous user's cursor. */
  forget(): void {
    this.disconnect();
    this.#cursor = undefined;
    this.#hasReadBefore = false;
  }

  /** Whether the connection works, so that a message sent now would arrive. */
  async isUsable(): Promise<boolean> {
    const socket = this.#socket;
    if (this.#state !== 'online' || !socket || socket.openCalls >= MOST_CALLS) return false;
    if (Date.now() - socket.lastHeard < FRESH_MS) return true;
    return this.#lives(socket, FRESH_ANSWER_WITHIN_MS);
  }

  call(operation: string, given: Arguments): Promise<OperationEvent> {
    if (!this.#socket) throw this.context.failures.of('offline');
    return this.#socket.call(operation, given);
  }

  #isOver(running: Running): boolean {
    return this.#running !== running;
  }

  async #run(running: Running): Promise<void> {
    const wake = (): void => running.wake();
    const lost = (): void => this.#socket?.close(1006, 'offline');
    environment.addEventListener?.('online', wake);
    environment.addEventListener?.('offline', lost);
    for (let failures = 0; !this.#isOver(running);) {
      const since = Date.now();
      const closed = await this.#session(running).catch((error: unknown) => this.#failed(error));
      running.tried();
      if (this.#isOver(running) || closed === 'over') break;
      const lasted = Date.now() - since;
      failures = lasted > LONGEST_WAIT_MS ? 0 : failures + 1;
      this.#become(isOffline() ? 'offline' : 'connecting');
      await this.#waitFor(running, waitOf(failures, closed));
    }
    environment.removeEventListener?.('online', wake);
    environment.removeEventListener?.('offline', lost);
    if (!this.#isOver(running)) this.disconnect();
  }

  /** Runs one socket, from opening until it is closed. */
  async #session(running: Running): Promise<Closed> {
    const { WebSocket, mobileUrl, timeoutMs } = this.context;
    if (isOffline()) return { code: 1006, reason: 'offline' };
    this.#become('connecting');
    const token = await this.tokens.usable();
    if (!WebSocket || this.#isOver(running)) return { code: 1000, reason: 'disconnected' };
    const socket = new LiveSocket(
      WebSocket,
      `${mobileUrl.replace(/^http/, 'ws')}/mobile/v1/socket`,
      timeoutMs,
      (event) => this.#told(socket, event),
    );
    this.#socket = socket;
    try {
      await socket.opened();
      const isIn = await this.#authenticate(socket, token, true);
      if (isIn && !this.#isOver(running)) {
        this.#become('online');
        running.tried();
        this.#watch(socket);
      }
      if (this.#isOver(running)) socket.close(1000, 'disconnected');
      const closed = await socket.closed;
      // The server refused the token although it is not expired, so a new one is fetched.
      if (closed.code === NO_TOKEN) await this.tokens.usable(token);
      return closed;
    } finally {
      socket.close(1000, 'over');
      cancel(this.#heartbeat);
      if (this.#socket === socket) this.#socket = undefined;
    }
  }

  /** Authenticates a socket. Returns false if the socket was closed before the server answered. */
  async #authenticate(socket: LiveSocket, token: string, isFirst: boolean): Promise<boolean> {
    const sub = this.tokens.session?.sub ?? '';
    const cursor = isFirst && this.#cursor?.of === sub ? { cursor: this.#cursor.value } : {};
    const answer = await socket.call('Authenticate', { token, ...cursor }).catch((error: unknown) => {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    });
    if (!answer) return false;
    this.#token = token;
    const { response } = answer;
    if (response.StatusCode !== SUCCESS) throw this.context.failures.of('blocked', { response });
    const told = response.ResponseData['cursor'];
    if (!isFirst || typeof told !== 'string') return true;
    const isNew = this.#cursor?.of !== sub;
    this.#cursor = { of: sub, value: told };
    if (isNew && this.#hasReadBefore) this.context.listeners.tell('changed', { changes: [], reset: true });
    return true;
  }

  #told(socket: LiveSocket, { event, response }: OperationEvent): void {
    if (socket !== this.#socket) return;
    if (event === 'onTokenExpiring') void this.#renew(socket);
    if (event !== 'onNotificationsChanged') return;
    const { cursor, changes, reset } = response.ResponseData;
    if (typeof cursor === 'string') this.#cursor = { of: this.tokens.session?.sub ?? '', value: cursor };
    this.context.listeners.tell('changed', {
      changes: Array.isArray(changes) ? (changes as Change[]) : [],
      reset: reset === true,
    });
  }

  /** Authenticates the open socket with a new token. */
  async #renew(socket: LiveSocket): Promise<void> {
    try {
      await this.#authenticate(socket, await this.tokens.usable(this.#token), false);
    } catch (error) {
      this.#failed(error);
    }
  }

  #watch(socket: LiveSocket): void {
    cancel(this.#heartbeat);
    const silent = Date.now() - socket.lastHeard;
    this.#heartbeat = later(Math.max(1_000, SILENCE_MS - silent), () => {
      void (async () => {
        if (Date.now() - socket.lastHeard >= SILENCE_MS) await this.#lives(socket, ANSWER_WITHIN_MS);
        if (this.#socket === socket && this.#state === 'online') this.#watch(socket);
      })();
    });
  }

  /** Checks the socket by authenticating, since browsers hide the server's pings. False without an answer in time. */
  async #lives(socket: LiveSocket, withinMs: number): Promise<boolean> {
    try {
      const token = await this.tokens.usable();
      await socket.call('Authenticate', { token }, withinMs);
      this.#token = token;
      return true;
    } catch {
      return false;
    }
  }

  #failed(error: unknown): Closed | 'over' {
    if (error instanceof CountersignError) {
      this.context.failures.log({ level: 'warning', message: 'The live connection failed', error });
      if (ENDS_IT.has(error.code)) {
        this.context.listeners.tell('error', error);
        return 'over';
      }
    }
    return { code: 1006, reason: 'failed' };
  }

  async #waitFor(running: Running, ms: number): Promise<void> {
    let timer: Timer | undefined;
    await new Promise<void>((resolve) => {
      running.wake = resolve;
      timer = later(ms, resolve);
    });
    cancel(timer);
    running.wake = () => undefined;
  }

  #become(state: Connection): void {
    if (this.#state === state) return;
    this.#state = state;
    this.context.listeners.tell('connection', state);
  }
}
