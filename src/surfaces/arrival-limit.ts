import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { KernelErrors, type Middleware } from '../shared/kernel/index.js';
import { hasBody, ProblemFilter } from '../shared/http/index.js';

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * The timer that ends the request if its body takes too long to arrive. Set only on listeners that accept uploads.
     */
    arrival?: NodeJS.Timeout;
  }
}

/** Maximum duration of an upload, even if its bytes arrive steadily. */
export const LONGEST_UPLOAD_SECONDS = 600;
/**
 * The delay before the connection is destroyed. Destroying it while the caller is still sending would reset it, and the
 * caller could lose the response.
 */
const LINGER_MS = 500;

/**
 * On listeners that accept uploads, limits how long a request body may take to arrive, because the server's own timeout
 * there is as long as an upload may take. A route that accepts an upload clears this timer.
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
 * If the response is sent before the whole request body has arrived, closes the connection after the response.
 * Otherwise, the sender could keep the connection busy for as long as an upload may take.
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

/**
 * Discards the rest of the body and closes the connection after a delay. Node would close the connection at once, and
 * the caller could lose the response.
 */
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
