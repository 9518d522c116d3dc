import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { standingLines } from '../shared/http/standing-headers.js';

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

/** What Node writes a head by. It does not document it. */
type StoreHeader = (this: ServerResponse, firstLine: string, headers: unknown) => void;
const storeHeader = Reflect.get(ServerResponse.prototype, '_storeHeader') as StoreHeader;

/**
 * Requests and answers that are born as those of this application. Express would give each of Node's another prototype on
 * its arrival, and V8 takes such an object for a stranger wherever it goes: a request cost twice as much.
 * Every answer has the standing headers, unless it sets them otherwise: by `setHeader`, or by `writeHead` once any header is
 * set, as the request id of ours always is.
 */
export function messageClassesOf(application: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {
    // Set one by one, the standing headers would cost a token a twentieth.
    protected _storeHeader(firstLine: string, headers: unknown): void {
      storeHeader.call(this, firstLine + standingLines(this), headers);
    }
  }
  Object.setPrototypeOf(Request.prototype, application.request);
  Object.setPrototypeOf(Response.prototype, application.response);
  Object.assign(application, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
