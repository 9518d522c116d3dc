import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Delivery, WebhookEvent } from './events.js';
import type { Notification } from '../generated/api.js';
import { RecentIds } from './recent-ids.js';
import { WebhookError, WebhookVerifier, type WebhookVerifierOptions } from './verifier.js';

export interface WebhookMiddlewareOptions extends WebhookVerifierOptions {
  /**
   * Receives events. Store the event in your own table or queue and process it later: the service waits 15 s for the
   * answer.
   */
  readonly onEvent?: (event: WebhookEvent, delivery: Delivery) => unknown;
  /** Receives the outcome of a notification that had a `callback_url`. */
  readonly onCallback?: (notification: Notification, delivery: Delivery) => unknown;
  /** Receives the errors of refused messages, and errors that your own functions threw. Default: they are ignored. */
  readonly onError?: (error: unknown) => void;
  /** Recognizes repeated messages by their id. Default: remembers 10,000 ids in this process. */
  readonly seen?: { once(id: string, work: () => Promise<unknown>): Promise<boolean> };
}

type Request = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown };
export type WebhookMiddleware = (request: Request, response: ServerResponse) => Promise<void>;

/**
 * Receives webhooks and callbacks in Express, Connect or `http.createServer`. Each message is passed to your function
 * once. If your function throws, the answer is 500 and the service sends the message again.
 *
 * It reads the body itself. Mount it before a body parser, or behind `express.raw()`.
 */
export function webhookMiddleware(options: WebhookMiddlewareOptions): WebhookMiddleware {
  const verifier = new WebhookVerifier(options);
  const seen = options.seen ?? new RecentIds();
  return async (request, response) => {
    try {
      if (request.method !== 'POST') {
        answer(response, 405, { allow: 'POST' });
        return;
      }
      const delivery = verifier.verify(await rawBodyOf(request, verifier.maxBytes), request.headers);
      await seen.once(delivery.id, async () => hand(delivery, options));
      answer(response, 204);
    } catch (error) {
      answer(response, error instanceof WebhookError ? error.status : 500);
      options.onError?.(error);
    }
  };
}

async function hand(delivery: Delivery, { onEvent, onCallback }: WebhookMiddlewareOptions): Promise<void> {
  if (delivery.kind === 'event') await given(onEvent, 'onEvent')(delivery.event, delivery);
  else await given(onCallback, 'onCallback')(delivery.notification, delivery);
}

function given<F>(handler: F | undefined, name: string): F {
  if (!handler) throw new TypeError(`A message came for which there is no ${name}.`);
  return handler;
}

/** Sends the answer. A 413 also closes the connection, because the body was not read completely. */
function answer(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  if (response.headersSent) return;
  const close = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, { ...headers, ...close }).end();
}

async function rawBodyOf(request: Request, maxBytes: number): Promise<string | Uint8Array> {
  for (const body of [request.rawBody, request.body]) {
    if (typeof body === 'string' || body instanceof Uint8Array) return body;
  }
  if (request.readableEnded) {
    throw new TypeError('A body parser was faster. Mount the webhooks before it, or behind express.raw().');
  }
  return readBody(request, maxBytes);
}

function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) return;
      request.pause();
      request.removeAllListeners('data');
      reject(new WebhookError('too-large', `The body has more than ${maxBytes} bytes`));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The connection broke before the whole body was there')));
  });
}
