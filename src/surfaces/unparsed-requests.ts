import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config.js';
import { newRequestId, PROBLEM_JSON, problemHeaders, problemOf, securityHeaders } from '../shared/http/index.js';
import { type DomainError, type ErrorKind, KernelErrors, newTraceId } from '../shared/kernel/index.js';

const kinds: Readonly<Record<string, ErrorKind>> = {
  HPE_HEADER_OVERFLOW: KernelErrors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: KernelErrors.bodyTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: KernelErrors.timeout,
};

/**
 * The delay before a refused connection is destroyed. Destroying it while the caller is still sending would reset it,
 * and the caller could lose the response.
 */
const LINGER_MS = 500;

/**
 * Responds to CONNECT, and to requests that Node refuses before they reach the application: a malformed line, or
 * headers that are too large or too slow.
 */
export class UnparsedRequests {
  readonly #refused = new WeakSet<Duplex>();

  constructor(private readonly config: Config) {}

  /**
   * `answerOf` returns the unfinished response on a connection, if there is one. An error must not be written into a
   * response that has already begun.
   */
  answerOn(server: Server, answerOf: (socket: Duplex) => ServerResponse | undefined): void {
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => this.#refuse(error, socket, answerOf(socket)));
    server.on('connect', (_request, socket) => this.answer(socket, KernelErrors.notFound));
  }

  answer(socket: Duplex, kind: ErrorKind): void {
    this.#refused.add(socket);
    answerRaw(socket, kind(), this.config.managementUrl);
  }

  #refuse({ code = '' }: NodeJS.ErrnoException, socket: Duplex, answer: ServerResponse | undefined): void {
    if (this.#refused.has(socket)) return; // ignores errors in the rest of a refused request
    const halfAnswered = answer?.headersSent && !answer.writableFinished;
    if (!socket.writable || halfAnswered || code === 'ECONNRESET') socket.destroy();
    else this.answer(socket, kinds[code] ?? KernelErrors.brokenSyntax);
  }
}

/** Writes an error response directly to the socket, without a response object, and ends the connection. */
export function answerRaw(socket: Duplex, error: DomainError, managementUrl: string): void {
  const { status } = error.kind.spec;
  const body = JSON.stringify(problemOf(error, { managementUrl, traceId: newTraceId() }));
  const headers = [
    ['Connection', 'close'],
    ['Content-Type', `${PROBLEM_JSON}; charset=utf-8`],
    ['Content-Length', Buffer.byteLength(body)],
    ['X-Request-Id', newRequestId()],
    ...Object.entries(problemHeaders(error, {})),
    ...securityHeaders,
  ];
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...headers.map((header) => header.join(': '))];
  socket.on('error', () => socket.destroy()).resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
