import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../../config.js';
import { KernelErrors, type Middleware } from '../../kernel/index.js';
import { ProblemFilter } from '../problems/problem.filter.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** The deadline of the body, on surfaces where the server itself would wait as long as for an upload. */
    arrival?: NodeJS.Timeout;
  }
}

/** The limit for a whole upload, however steadily its bytes arrive. */
export const LONGEST_UPLOAD_SECONDS = 600;
/**
 * Delay before the connection is closed. Closing it while the caller still sends causes a reset, and the answer is
 * lost.
 */
const LINGER_MS = 500;

/**
 * On surfaces that accept uploads, the server waits for every body as long as for an upload. This applies the usual
 * timeout to all other requests; a route that accepts an upload clears the timer.
 */
export function limitArrival(config: Config): Middleware {
  const problems = new ProblemFilter(config);
  return (request, response, next) => {
    if (request.surface?.takesUploads && hasBody(request)) {
      const expire = () => {
        if (!request.complete && !response.headersSent) problems.answer(KernelErrors.timeout(), request, response);
      };
      request.arrival = setTimeout(expire, config.requestTimeout * 1_000);
      response.on('close', () => clearTimeout(request.arrival));
    }
    next();
  };
}

/**
 * An answer that leaves before the whole body has arrived, whoever gives it, ends the connection: the rest of the body could
 * come for as long as an upload may take.
 */
export const closeAfterEarlyAnswer: Middleware = (request, response, next) => {
  if (hasBody(request)) {
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
    response.writeHead = (...args: unknown[]) => {
      if (!request.complete && !response.headersSent) endAfterAnswer(request, response);
      return writeHead(...args);
    };
  }
  next();
};

/** The rest of the body is discarded. Node itself would close the connection at once, and the caller lose the answer. */
function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.setHeader('Connection', 'close');
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
  request.unpipe();
  request.resume();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
