import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/**
 * Closes a server without interrupting responses. Idle connections are closed at once, the others after their response
 * or at the end of the grace period.
 */
export class Drain {
  readonly #accepted = new Set<Socket>();
  /**
   * Connections on which HTTP requests can be sent. With TLS, these are the connections whose handshake is complete.
   */
  readonly #speaking = new Set<Socket>();
  readonly #answering = new Set<ServerResponse>();
  readonly #upgraded = new Set<Duplex>();
  #draining = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => keep(socket, this.#accepted));
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) =>
      keep(socket, this.#speaking),
    );
  }

  note(response: ServerResponse): void {
    if (this.#draining) response.setHeader('Connection', 'close');
    this.#answering.add(response);
    response.on('close', () => {
      this.#answering.delete(response);
      // A response that began before the drain has no `Connection: close`, so its idle connection is closed here.
      if (this.#draining) setImmediate(() => this.#endIdle());
    });
  }

  /**
   * Returns the unfinished response on a connection. A linear search is fast enough, because this is called only after
   * an error.
   */
  answerUnderWayOn(socket: Duplex): ServerResponse | undefined {
    for (const response of this.#answering) if (response.socket === socket) return response;
    return undefined;
  }

  noteUpgraded(socket: Duplex): void {
    keep(socket, this.#upgraded);
  }

  async close(graceMs: number): Promise<void> {
    this.#draining = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const response of this.#answering) if (!response.headersSent) response.setHeader('Connection', 'close');
    this.#endIdle();
    const patience = setTimeout(() => this.#cut(), graceMs);
    await closed;
    clearTimeout(patience);
  }

  /**
   * Closes idle connections, including those on which no request has been sent yet, which Node's `closeIdleConnections`
   * leaves open.
   */
  #endIdle(): void {
    const busy = new Set([...this.#answering].map(({ socket }) => socket));
    for (const socket of this.#speaking) if (!busy.has(socket) && !this.#upgraded.has(socket)) socket.end();
  }

  #cut(): void {
    for (const socket of this.#accepted) socket.destroy();
  }
}

function keep<T extends Duplex>(one: T, among: Set<T>): void {
  among.add(one);
  one.once('close', () => among.delete(one));
}
