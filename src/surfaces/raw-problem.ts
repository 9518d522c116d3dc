import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { newRequestId } from '../shared/http/request-context.js';
import { PROBLEM_JSON, problemOf } from '../shared/http/problems/problem.js';
import { securityHeaders } from '../shared/http/security-headers.js';
import type { ErrorKind } from '../shared/kernel/errors.js';
import { newTraceId } from '../shared/kernel/ids.js';

/** A connection that is cut while its caller still sends is reset, and the answer lost on the way. */
const LINGER_MS = 500;

/** The answer to what never became a request: written by hand, and the end of its connection. */
export function answerRaw(socket: Duplex, kind: ErrorKind, managementUrl: string): void {
  const body = JSON.stringify(problemOf(kind(), { managementUrl, traceId: newTraceId() }));
  const head = [
    `HTTP/1.1 ${kind.faces.status} ${STATUS_CODES[kind.faces.status] ?? ''}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_JSON}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newRequestId()}`,
    ...securityHeaders.map(([name, value]) => `${name}: ${value}`),
  ];
  socket.on('error', () => socket.destroy()).resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
