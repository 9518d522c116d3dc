import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Config } from '../config.js';
import type { MessageClasses } from './message-classes.js';

export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

const SECOND = 1000;

/** A server that waits for nobody for long, and reads no more headers than any honest request has. */
export function createServer(
  { requestTimeout }: Config,
  messages: MessageClasses,
  tls: TlsMaterial | undefined,
): Server {
  const options = {
    ...messages,
    maxHeaderSize: 16 * 1024,
    headersTimeout: Math.min(10, requestTimeout) * SECOND,
    requestTimeout: requestTimeout * SECOND,
    connectionsCheckingInterval: SECOND,
    // Longer than the usual balancer keeps its side (60 s): who closes first must not be who is about to be asked.
    keepAliveTimeout: 65 * SECOND,
    requireHostHeader: false, // the gate does, in the words of the contract
  };
  if (!tls) return createHttpServer(options);
  return createHttpsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: 10 * SECOND });
}
