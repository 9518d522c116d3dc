import { createServer as createHttpServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Express } from 'express';
import type { Config } from '../config.js';
import { LONGEST_UPLOAD_SECONDS } from './arrival-limit.js';

export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface MessageClasses {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse<IncomingMessage>;
}

const SECOND = 1000;

/**
 * Ciphers for TLS 1.2 and 1.3 with forward secrecy and authenticated encryption. CBC is excluded, and so is CCM with
 * its short tags of 8 bytes.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
].join(':');

/** Creates an HTTP or HTTPS server with limits on times and on the size of headers. */
export function createServer(
  { requestTimeout }: Config,
  messages: MessageClasses,
  tls: ServerCertificate | undefined,
  takesUploads = false,
): Server {
  const options = {
    ...messages,
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10, requestTimeout) * SECOND,
    requestTimeout: (takesUploads ? LONGEST_UPLOAD_SECONDS : requestTimeout) * SECOND,
    connectionsCheckingInterval: SECOND,
    // The timeout is longer than the 60 s of most load balancers, so that the balancer closes an idle connection first.
    keepAliveTimeout: 65 * SECOND,
    requireHostHeader: false, // `gate.ts` checks the Host header instead, and responds with a problem document
  };
  if (!tls) return createHttpServer(options);
  return createHttpsServer({
    ...options,
    ...tls,
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
    honorCipherOrder: true,
    handshakeTimeout: 10 * SECOND,
  });
}

/**
 * Creates classes of requests and responses that already have Express's prototypes. Otherwise Express changes the
 * prototype of each object, which V8 optimises badly: a request would take twice as long.
 */
export function messageClassesOf(application: Express): MessageClasses {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  Object.setPrototypeOf(Request.prototype, application.request);
  Object.setPrototypeOf(Response.prototype, application.response);
  Object.assign(application, { request: Request.prototype, response: Response.prototype });
  return { IncomingMessage: Request, ServerResponse: Response };
}
