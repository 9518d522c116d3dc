import type { IncomingMessage, ServerResponse } from 'node:http';

export type Next = (error?: unknown) => void;
/** Middleware on Node's own request and response: Express takes it, and so does any server without Express. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** One middleware of several, in their order. An error ends the order: `next` gets it. */
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
