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
  readonly #refused = new WeakSet<Duplex>();

  constructor(private readonly config: Config) {}

  /** `answerOf` tells which answer a connection is busy with: an error must not be written into the middle of it. */
  answerOn(server: Server, answerOf: (socket: Duplex) => ServerResponse | undefined): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket, answerOf(socket)));
    server.on('connect', (_request, socket) => this.answer(socket, KernelErrors.notFound));
  }

  answer(socket: Duplex, kind: ErrorKind): void {
    this.#refused.add(socket);
    answerRaw(socket, kind, this.config.managementUrl);
  }

  #refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, answer: ServerResponse | undefined): void {
    if (this.#refused.has(socket)) return; // what still arrives is as wrong as what came before
    const halfAnswered = answer?.headersSent && !answer.writableFinished;
    if (!socket.writable || halfAnswered || code === 'ECONNRESET') socket.destroy();
    else this.answer(socket, kinds[code] ?? KernelErrors.brokenSyntax);
  }
}
