import type { IncomingMessage, ServerResponse } from 'node:http';

export type Next = (error?: unknown) => void;
/** Middleware that takes Node's own request and response objects, so that it does not depend on Express. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: Next) => void;
