import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { WsAdapter } from '@nestjs/platform-ws';
import { Observable } from 'rxjs';
import { WebSocketServer, type MessageEvent, WebSocket } from 'ws';
import { CONFIG, type Config } from '../config.js';
import {
  contextOf,
  networkOf,
  newRequestId,
  RequestLimits,
  surfaces,
  trustedProxies,
  type TrustedProxies,
} from '../shared/http/index.js';
import { type DomainError, every, KernelErrors, type RequestContext, runInContext } from '../shared/kernel/index.js';
import { hasOneHost, serves } from './gate.js';
import { answerRaw } from './unparsed-requests.js';

export const LARGEST_MESSAGE = 64 * 1024;
/** How often clients are pinged: twice in the 60 s after which load balancers usually close an idle connection. */
const PING_MS = 30_000;
/**
 * How long a client may take to respond to a close frame. A client that does not read never responds, and could
 * continue to send until this time has passed.
 */
const CLOSE_MS = 5_000;
const GOING_AWAY = 1001;
const TOO_BIG = 1009;
/** The close code of this service for a client that exceeds a limit. */
const TOO_MUCH = 4429;

/** A socket that closes with `TOO_MUCH` after a message that is too long, instead of with 1009 as in the library. */
class SurfaceSocket extends WebSocket {
  override close(code?: number, why?: string | Buffer): void {
    super.close(code === TOO_BIG ? TOO_MUCH : code, why);
  }
}

type HandlingOfMessage = Parameters<WsAdapter['bindMessageHandler']> extends [unknown, ...infer Rest] ? Rest : never;

/**
 * Connects Nest's gateways to the listeners. A gateway is found by its `path`, on the listeners that accept upgrades.
 */
@Injectable()
export class SurfaceSocketAdapter extends WsAdapter {
  readonly #log = new Logger(SurfaceSocketAdapter.name);
  readonly #servers = new Map<string, WebSocketServer>();
  readonly #silent = new WeakSet<WebSocket>();
  /** The request context of each socket's handshake, in which later events of the socket are handled. */
  readonly #contexts = new WeakMap<WebSocket, RequestContext>();
  readonly #isTrusted: TrustedProxies;
  #pinging: NodeJS.Timeout | undefined;
  #ending = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly limits: RequestLimits,
  ) {
    super();
    this.#isTrusted = trustedProxies(config.trustProxy);
  }

  override create(_port: number, { path = '' }: { path?: string } = {}): WebSocketServer {
    if (!surfaces.some((surface) => surface.acceptsUpgrade && serves(surface, path))) {
      throw new Error(`A gateway needs a path of a surface that accepts upgrades; "${path}" is none`);
    }
    const known = this.#servers.get(path);
    if (known) return known;
    // A separate variable, because the library's types would refuse `closeTimeout` in an object literal.
    const limits = { maxPayload: LARGEST_MESSAGE, closeTimeout: CLOSE_MS };
    const server = new WebSocketServer({ noServer: true, WebSocket: SurfaceSocket, ...limits });
    server.on('connection', (client) => this.#watch(client));
    server.on('wsClientError', (_error, socket) => this.#refuse(socket, KernelErrors.brokenSyntax()));
    this.#servers.set(path, server);
    this.#pinging ??= every(PING_MS, () => this.ping()).unref();
    return server;
  }

  /** Handles the handshake of a WebSocket. Responds with a problem document if the handshake is refused. */
  readonly upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const server = this.#servers.get((request.url ?? '').split('?', 1)[0] ?? '');
    const context = (request.context = contextOf(request, this.#isTrusted));
    if (!server) {
      this.#refuse(socket, KernelErrors.notFound());
      return;
    }
    void this.#refusalOf(request).then((refusal) => {
      if (refusal) {
        this.#refuse(socket, refusal);
        return;
      }
      server.handleUpgrade(request, socket, head, (client) => {
        this.#contexts.set(client, context);
        runInContext(context, () => server.emit('connection', client, request));
      });
    });
  };

  /**
   * Handles each message in the context of its socket's handshake, with a new request id, because Node emits messages
   * outside of any request.
   */
  override bindMessageHandler(event: MessageEvent, ...rest: HandlingOfMessage): Observable<unknown> {
    return new Observable((subscriber) => {
      const handle = () => super.bindMessageHandler(event, ...rest).subscribe(subscriber);
      const handshake = this.#contexts.get(event.target);
      return handshake ? runInContext({ ...handshake, requestId: newRequestId() }, handle) : handle();
    });
  }

  override bindClientDisconnect(client: WebSocket, callback: () => void): void {
    const handshake = this.#contexts.get(client);
    super.bindClientDisconnect(client, handshake ? () => runInContext(handshake, callback) : callback);
  }

  /** Terminates sockets that have not responded to the last ping, and pings the others. */
  ping(): void {
    for (const client of this.#clients()) {
      if (this.#silent.has(client)) client.terminate();
      this.#silent.add(client);
      client.ping();
    }
  }

  /** At shutdown, refuses new sockets and closes the open ones with a code that tells clients to reconnect later. */
  goAway(): void {
    this.#ending = true;
    for (const client of this.#clients()) client.close(GOING_AWAY, 'The server ends');
  }

  override async dispose(): Promise<void> {
    clearInterval(this.#pinging);
    this.#servers.clear();
    await super.dispose();
  }

  #clients(): WebSocket[] {
    return [...this.#servers.values()].flatMap(({ clients }) => [...clients]);
  }

  #watch(client: WebSocket): void {
    client.on('pong', () => this.#silent.delete(client));
    // Level `debug`, because most socket errors are the client's fault, and the close code reports them to the client.
    client.on('error', (error) => this.#log.debug({ err: error }, 'A socket failed'));
  }

  /** Counts handshakes against the request limit, so that nobody can overload the process by opening sockets. */
  async #refusalOf(request: IncomingMessage): Promise<DomainError | undefined> {
    if (!hasOneHost(request)) return KernelErrors.brokenSyntax('A request has exactly one Host header.');
    const { perAddress } = this.limits;
    const { allowed, retryAfterSeconds } = await perAddress.takeShared(networkOf(request.context?.address ?? ''));
    if (this.#ending) return KernelErrors.unavailable();
    return allowed ? undefined : KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
  }

  #refuse(socket: Duplex, error: DomainError): void {
    answerRaw(socket, error, this.config.managementUrl);
  }
}
