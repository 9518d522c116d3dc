import type { IncomingMessage, ServerResponse } from 'node:http';

export type Next = (error?: unknown) => void;
/** Middleware on Node's own request and response, so it works with Express and with a server without Express. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** Combines several middlewares into one, in order. An error skips the rest and goes to `next`. */
export const inOrder =
  (...middlewares: readonly Middleware[]): Middleware =>
  (request, response, next) => {
    const run = (index: number): void => {
      const middleware = middlewares[index];
      if (!middleware) {
        next();
        return;
      }
      const proceed: Next = (error) => (error === undefined ? run(index + 1) : next(error));
      try {
        middleware(request, response, proceed);
      } catch (error) {
        next(error);
      }
    };
    run(0);
  };
