import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';

/**
 * Closes a server without cutting answers short: idle connections end at once, busy ones when they are done or the time
 * is up.
 */
export class Drain {
  readonly #accepted = new Set<Socket>();
  /** Connections that can carry HTTP: with TLS, those after the handshake. */
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
      // An answer that had begun before the drain leaves its connection open.
      if (this.#draining) setImmediate(() => this.#endIdle());
    });
  }

  /** The answer that a connection is busy with. It is searched for only after an error, so nothing is stored for it. */
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

  /** Node's own `closeIdleConnections` leaves connections that have not asked for anything yet. */
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
