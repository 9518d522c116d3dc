import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../config.js';
import { KernelErrors, type Middleware } from '../shared/kernel/index.js';
import { hasBody, ProblemFilter } from '../shared/http/index.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** The timer that limits how long the body of an ordinary request may take, on surfaces that accept uploads. */
    arrival?: NodeJS.Timeout;
  }
}

/** The maximum duration of an upload, even if its bytes arrive steadily. */
export const LONGEST_UPLOAD_SECONDS = 600;
/**
 * The delay before the connection is closed. Closing it while the caller still sends would reset it, and the caller
 * would lose the answer.
 */
const LINGER_MS = 500;

/**
 * Applies the usual timeout to the body of each request on a surface that accepts uploads, where the server itself
 * waits as long as for an upload. A route that accepts an upload clears the timer.
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
 * Closes the connection after an answer that is sent before the whole body has arrived. The sender could otherwise keep
 * it busy for as long as an upload may take.
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
 * Discards the rest of the body and closes the connection after a delay. Node would close it at once, and the caller
 * would lose the answer.
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
