import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import type { Config } from '../config.js';
import {
  isTooLarge,
  openSurfaces,
  type Surface,
  type SurfaceName,
  trustedProxies,
  type TrustedProxies,
} from '../shared/http/index.js';
import { KernelErrors } from '../shared/kernel/index.js';
import { ConnectionLimit, MOST_FROM_ONE_ADDRESS } from './connection-limit.js';
import { Drain } from './drain.js';
import { serves } from './gate.js';
import { createServer, messageClassesOf, type MessageClasses, type ServerCertificate } from './http-server.js';
import { UnparsedRequests } from './unparsed-requests.js';

export type { ServerCertificate } from './http-server.js';
/** Handles a request to upgrade the connection to another protocol. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Handlers that all listeners share. */
export interface Handlers {
  readonly express: Express;
  readonly sockets?: Sockets;
  /** Ends responses that would otherwise never end, such as event streams. */
  readonly endStreams?: () => void;
}

/** Handles upgrades to WebSockets. */
export interface Sockets {
  readonly upgrade: UpgradeHandler;
  /** Sends a close frame on all open sockets. */
  goAway(): void;
}

interface Listener {
  readonly server: Server;
  readonly drain: Drain;
}

/** Opens one HTTP server for each surface, on its own port. All servers call the same application. */
export class Listeners {
  readonly #listeners = new Map<SurfaceName, Listener>();
  readonly #unparsed: UnparsedRequests;
  readonly #isTrusted: TrustedProxies;
  readonly #limit: ConnectionLimit;

  private constructor(
    private readonly config: Config,
    private readonly handlers: Handlers,
    private readonly messages: MessageClasses,
  ) {
    this.#unparsed = new UnparsedRequests(config);
    this.#isTrusted = trustedProxies(config.trustProxy);
    this.#limit = this.#newLimit();
  }

  static async open(config: Config, handlers: Handlers, tls: ServerCertificate | undefined): Promise<Listeners> {
    const listeners = new Listeners(config, handlers, messageClassesOf(handlers.express));
    try {
      for (const surface of openSurfaces(config)) await listeners.#open(surface, tls);
    } catch (error) {
      await listeners.close(0);
      throw error;
    }
    return listeners;
  }

  portOf(name: SurfaceName): number {
    return (this.#listeners.get(name)?.server.address() as AddressInfo | null | undefined)?.port ?? 0;
  }

  /** Stops accepting requests. Requests in progress have until the end of the grace period to finish. */
  async close(graceMs = this.config.drainSeconds * 1000): Promise<void> {
    this.handlers.sockets?.goAway();
    this.handlers.endStreams?.();
    await Promise.all([...this.#listeners.values()].map(({ drain }) => drain.close(graceMs)));
    this.#listeners.clear();
  }

  /** Creates a connection limit with this process's share of the total, because the processes share the listeners. */
  #newLimit(): ConnectionLimit {
    return new ConnectionLimit(this.#isTrusted, Math.ceil(MOST_FROM_ONE_ADDRESS / this.config.processes));
  }

  async #open(surface: Surface, tls: ServerCertificate | undefined): Promise<void> {
    const server = createServer(
      this.config,
      this.messages,
      surface.plainHttp?.(this.config) ? undefined : tls,
      surface.takesUploads,
    );
    const drain = new Drain(server);
    // Probes have a limit of their own, because they may come from the same address as other calls (a load balancer).
    const limit = surface.name === 'ops' ? this.#newLimit() : this.#limit;
    limit.watch(server);
    this.#unparsed.answerOn(server, (socket) => drain.answerUnderWayOn(socket));
    this.#take(surface, server, drain);
    await listening(server, surface.port(this.config), this.config.listenHost);
    this.#listeners.set(surface.name, { server, drain });
  }

  #take(surface: Surface, server: Server, drain: Drain): void {
    const enter = (request: IncomingMessage, response: ServerResponse) => {
      // Ignores further requests on a connection that the response to an earlier request has closed.
      if (request.socket.writableEnded) return;
      request.surface = surface;
      drain.note(response);
      this.handlers.express(request, response);
    };
    server.on('request', enter);
    server.on('checkContinue', (request, response) => {
      if (!isTooLarge(request)) response.writeContinue();
      enter(request, response);
    });
    // Ignores values of the header Expect other than `100-continue`, as RFC 9110, section 10.1.1, allows.
    server.on('checkExpectation', enter);
    if (surface.acceptsUpgrade) {
      server.on('upgrade', (request, socket, head) => this.#upgrade(surface, drain, request, socket, head));
    }
  }

  #upgrade(surface: Surface, drain: Drain, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const handler = this.handlers.sockets?.upgrade;
    socket.on('error', () => socket.destroy());
    if (!handler || !serves(surface, request.url ?? '')) {
      this.#unparsed.answer(socket, KernelErrors.notFound);
      return;
    }
    request.surface = surface;
    drain.noteUpgraded(socket);
    handler(request, socket, head);
  }
}

const listening = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
