import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.js';
import type { ErrorKind } from '../shared/kernel/errors.js';
import { KernelErrors } from '../shared/kernel/kernel.errors.js';
import { answerRaw } from './raw-problem.js';

const kinds: Readonly<Record<string, ErrorKind>> = {
  HPE_HEADER_OVERFLOW: KernelErrors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: KernelErrors.bodyTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: KernelErrors.timeout,
};

/** What Node refuses before it is a request (a malformed line, endless or slow headers), and what asks for a tunnel. */
export class UnparsedRequests {
  readonly #answering = new WeakMap<Duplex, ServerResponse>();
  readonly #refused = new WeakSet<Duplex>();

  constructor(private readonly config: Config) {}

  /** Remembers which answer a connection is busy with: an error must not be written into the middle of it. */
  note(response: ServerResponse): void {
    if (response.socket) this.#answering.set(response.socket, response);
  }

  answerOn(server: Server): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket));
    server.on('connect', (_request, socket) => this.answer(socket, KernelErrors.notFound));
  }

  answer(socket: Duplex, kind: ErrorKind): void {
    this.#refused.add(socket);
    answerRaw(socket, kind, this.config.managementUrl);
  }

  #refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
    if (this.#refused.has(socket)) return; // what still arrives is as wrong as what came before
    const answering = this.#answering.get(socket);
    const halfAnswered = answering?.headersSent && !answering.writableFinished;
    if (!socket.writable || halfAnswered || code === 'ECONNRESET') socket.destroy();
    else this.answer(socket, kinds[code] ?? KernelErrors.brokenSyntax);
  }
}
