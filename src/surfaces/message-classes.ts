import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

/**
 * Requests and answers that are born as those of this application. Express would give each of Node's another prototype on
 * its arrival, and V8 takes such an object for a stranger wherever it goes: a request cost twice as much.
 */
export function messageClassesOf(application: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, application.request);
  Object.setPrototypeOf(Response.prototype, application.response);
  Object.assign(application, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
