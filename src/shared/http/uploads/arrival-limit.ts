import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../../config.js';
import { KernelErrors } from '../../kernel/errors.js';
import type { Middleware } from '../middleware.js';
import { ProblemFilter } from '../problems/problem.filter.js';

declare module 'node:http' {
  interface IncomingMessage {
    /** Until when the body has to be there, where the server itself would wait for an upload. */
    arrival?: NodeJS.Timeout;
  }
}

/** However steadily its bytes come, no upload takes longer. */
export const LONGEST_UPLOAD_SECONDS = 600;
/** A connection that is cut while its caller still sends is reset, and the answer lost on the way. */
const LINGER_MS = 500;

/**
 * Where uploads are taken, the server waits for bodies as long as for an upload. This holds every request to the usual
 * time all the same; a route that takes an upload clears the timer.
 */
export function limitArrival(config: Config): Middleware {
  const problems = new ProblemFilter(config);
  return (request, response, next) => {
    if (request.surface?.takesUploads && hasBody(request)) {
      const expire = () => {
        if (!request.complete && !response.headersSent) {
          endAfterAnswer(request, response);
          problems.answer(KernelErrors.timeout(), request, response);
        }
      };
      request.arrival = setTimeout(expire, config.requestTimeout * 1_000);
      response.on('close', () => clearTimeout(request.arrival));
    }
    next();
  };
}

/** What still comes is thrown away, and soon after the answer the connection ends. */
export function endAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  request.unpipe();
  request.resume();
  response.once('finish', () => setTimeout(() => request.destroy(), LINGER_MS).unref());
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
